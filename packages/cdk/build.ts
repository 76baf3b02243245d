import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFunctions } from '@replywright/infra/bundle.ts'
import { bundleDashboard } from '@replywright/infra/bundle-dashboard.ts'
import { SETTING_NAMES } from '@replywright/infra/settings.ts'
import { build } from 'esbuild'
import { licensesOf } from '../client/build/bundle.ts'
import { nameExports } from './name-exports.ts'

const DIST = join(import.meta.dirname, 'dist')

const COMMON = { bundle: true, platform: 'node', format: 'esm', target: 'node24', metafile: true } as const
const REQUIRE = `#!/usr/bin/env node
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)`

const TYPES = `import type { App, Stack } from 'aws-cdk-lib/core'

/** The names of settings. docs/deploy.md describes them. */
export type Setting =
${SETTING_NAMES.filter((name) => name !== 'stage')
  .map((name) => `  | '${name}'`)
  .join('\n')}

/** The settings of a stage. */
export type StageSettings = { readonly [Name in Setting]?: unknown }

/**
 * Builds the app of a deployment, with all stacks of one stage, \`Messaging-<stage>-…\`. The stage is \`prod\`, or \`-c stage=<name>\`.
 * @param stages the settings of each stage, which \`-c name=value\` overrides
 * @throws Error that names each invalid setting
 */
export declare function createReplywright(stages?: Readonly<Record<string, StageSettings>>): { app: App; stacks: Stack[] }
`

await rm(DIST, { recursive: true, force: true })
const [functions, site, ...bundles] = await Promise.all([
  bundleFunctions(),
  bundleDashboard(),
  build({
    ...COMMON,
    entryPoints: [join(import.meta.dirname, 'src/index.ts')],
    outfile: join(DIST, 'index.js'),
    external: ['aws-cdk-lib', 'constructs'],
  }),
  build({
    ...COMMON,
    entryPoints: [join(import.meta.dirname, '../ops/src/main.ts')],
    outdir: join(DIST, 'ops'),
    splitting: true,
    plugins: [nameExports],
    minify: true,
    // Libraries of CommonJS require Node's modules.
    banner: { js: REQUIRE },
  }),
])
await writeFile(join(DIST, 'index.d.ts'), TYPES)
// The modules that the plugin writes belong to no package.
const inputs = bundles
  .flatMap(({ metafile }) => Object.keys(metafile.inputs))
  .filter((path) => !path.startsWith('named-exports:'))
await writeFile(join(DIST, 'licenses.txt'), await licensesOf([...new Set(inputs)], process.cwd()))
await cp(site, join(DIST, 'site'), { recursive: true })
for (const { name, directory } of functions) await cp(directory, join(DIST, 'functions', name), { recursive: true })
