import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['packages/**/*.test.ts', 'functions/**/*.test.ts', 'infra/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '.build/**', '.local/**'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // One more than there are cores: these tests wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    // What core reads at start; tests of whole flows run the functions in the embedded cloud, with their own environment.
    env: { TABLE_NAME: 'unit-tests', AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
