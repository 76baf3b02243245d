import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The unit tests of the packages with decision files. Vite transforms the modules, because Stryker runs related tests. */
export default defineConfig({
  // The links in node_modules lead to the original sources, which are not mutated.
  resolve: { alias: [{ find: /^@replywright\/([a-z]+)\/(.*)$/, replacement: `${root}packages/$1/src/$2` }] },
  test: {
    root,
    include: ['packages/{core,http,contract}/src/**/*.test.ts'],
    env: { TABLE_NAME: 'unit-tests', STAGE: 'local', AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' },
    testTimeout: 180_000,
    isolate: false,
  },
})
