import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { unitsInSharedProcesses, unitsInSharedThreads } from './shared-units.ts'

/** The packages that each folder may import; tests may import all. */
const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/core': ['contract'],
  'packages/http': ['contract', 'core'],
  'packages/pages': ['contract', 'core'],
  'packages/cloud': [],
  'packages/simulators': [],
  'packages/client': ['contract'],
  'packages/dashboard': ['contract'],
  'packages/ops': ['contract', 'core'],
  'packages/site': ['contract', 'pages'],
  'packages/cdk': ['infra'],
  // The app that it writes imports the package.
  'packages/create': ['cdk'],
  'packages/local': ['cloud', 'contract', 'core', 'infra', 'simulators'],
  infra: ['contract'],
  functions: ['contract', 'core', 'http', 'pages'],
  'functions/relay': ['core'],
}

/** The layers of core. Each may import only the layers before it. */
const LAYERS = ['platform', 'channel', 'deliveries', 'people', 'agents', 'conversations', 'answering', 'operations']
const CORE = 'packages/core/src'

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.includes('.test.'))
    .map((file) => join(folder, file))
}

test.each(Object.entries(ALLOWED_IMPORTS))('%s imports only allowed packages', (folder, allowed) => {
  const sources = sourcesOf(folder)
  expect(sources.length).toBeGreaterThan(0)
  for (const source of sources) {
    const imports = readFileSync(source, 'utf8').matchAll(/from '@replywright\/(\w+)|['"`]@replywright\/(\w+)\//g)
    for (const [, name, path] of imports)
      expect([folder, ...allowed.map((each) => `packages/${each}`)], source).toContain(`packages/${name ?? path}`)
  }
})

test('a layer of core imports only itself and layers before it', () => {
  expect(readdirSync(CORE)).toEqual(LAYERS.toSorted())
  for (const source of sourcesOf(CORE))
    for (const [, path = ''] of readFileSync(source, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
      expect(layerIndexOf(join(dirname(source), path)), `${source} imports ${path}`).toBeLessThanOrEqual(
        layerIndexOf(source),
      )
})

/** Returns the index in `LAYERS` of the layer of a file of core. */
function layerIndexOf(path: string): number {
  const [layer = ''] = relative(CORE, path).split('/')
  expect(LAYERS).toContain(layer)
  return LAYERS.indexOf(layer)
}

/** All code but the provider's adapter and its resources. */
const BEHIND_THE_PORT = ['packages/core', 'packages/http', 'functions']
  .flatMap(sourcesOf)
  .filter((source) => !source.startsWith(join(CORE, 'channel/provider/')))

/** The provider's resources that the API document has: they can be used beside the port, the rest of the adapter cannot. */
const RESOURCES = ['accounts', 'proxy', 'signup', 'templates']

test('only the list of channels imports the adapter of the provider, and only the adapter has names of its API', () => {
  expect(BEHIND_THE_PORT.length).toBeGreaterThan(100)
  const adapter = new RegExp(`channel/provider/(?!(${RESOURCES.join('|')})/)`)
  const knowing = BEHIND_THE_PORT.filter((source) => {
    const text = readFileSync(source, 'utf8')
    return adapter.test(text) || /wa\.me|graph\.facebook|whatsapp|hub\.\w/i.test(text)
  })
  expect(knowing).toEqual([])
  const importing = BEHIND_THE_PORT.filter((source) => readFileSync(source, 'utf8').includes("from './provider/"))
  expect(importing).toEqual(['capabilities.ts', 'channels.ts'].map((file) => join(CORE, 'channel', file)))
})

test('only the settings of core and of the relay read the environment of the process', () => {
  const readers = ['packages/contract', 'packages/core', 'packages/http', 'packages/pages', 'functions']
    .flatMap(sourcesOf)
    .filter((source) => readFileSync(source, 'utf8').includes('process.env'))
  expect(readers).toEqual(['packages/core/src/platform/settings.ts', 'functions/relay/settings.ts'])
})

/** The packages that the project must use, and the code that each is for. */
const REQUIRED_PACKAGES: Record<string, string> = {
  'aws-cdk-lib': 'infra',
  constructs: 'infra',
  '@aws-sdk/client-dynamodb': 'packages/core',
  '@aws-sdk/lib-dynamodb': 'packages/core',
  '@aws-sdk/client-sqs': 'packages/core',
  '@aws-sdk/client-scheduler': 'packages/core',
  electrodb: 'packages/core',
  '@middy/core': 'packages/http',
  '@middy/http-json-body-parser': 'packages/http',
  valibot: 'packages/contract',
  '@types/aws-lambda': 'functions',
  vitest: 'test',
  'aws-sdk-client-mock': 'packages/core',
}

test.each(Object.entries(REQUIRED_PACKAGES))('%s is a dependency that %s imports', (name, folder) => {
  const declared = ['.', folder]
    .map((at) => join(at, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => v.parse(Dependencies, JSON.parse(readFileSync(file, 'utf8'))))
    .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
  expect(declared).toContain(name)
  const imported = new RegExp(`from '${name.replace('@types/', '')}['/]`)
  const isTested = name === 'vitest' || name === 'aws-sdk-client-mock'
  const importing = globSync(`${folder}/**/*.ts`)
    .filter((file) => !file.includes('node_modules') && (isTested || !file.includes('.test.')))
    .filter((file) => imported.test(readFileSync(file, 'utf8')))
  expect(importing).not.toEqual([])
})

const Dependencies = v.object({
  dependencies: v.optional(v.record(v.string(), v.string())),
  devDependencies: v.optional(v.record(v.string(), v.string())),
})

/** Names of packages of this repository. No registry has them, so that anybody could register them there. */
const UNPUBLISHED = '(@|create-)?replywright'
const INSTALLERS =
  '(npx(?! --no )|npm (i|install|add|exec|create|init)|yarn( add| dlx)?|pnpm( add| dlx)?|bunx|bun add|deno add|uvx|uv (pip install|add)|pipx? (install|run|download)|poetry add)'
const INSTALLS_BY_NAME = new RegExp(String.raw`\b${INSTALLERS}( -[-\w=]+)* ['"]?([\w-]+:)?${UNPUBLISHED}`)

test('no text installs a package of this repository from a registry, where its name could belong to others', () => {
  const texts = globSync(
    [
      '*.md',
      '{docs,examples,packages,functions,infra,skills}/**/*.{md,py,toml,ts,tsx}',
      '.github/**/*.{md,yml}',
      'Dockerfile',
    ],
    { exclude: ['**/node_modules/**', '**/*.test.ts'] },
  )
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((file) => INSTALLS_BY_NAME.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['npx @replywright/client listen', true],
  ['npx replywright listen', true],
  ['npm install @replywright/client', true],
  ['npm i -D @replywright/cli', true],
  ['pnpm add @replywright/client', true],
  ['deno add npm:@replywright/client', true],
  ['pip install replywright', true],
  ["pip install --upgrade 'replywright[async]'", true],
  ['uv add replywright', true],
  ['npm create replywright', true],
  ['npx create-replywright my-app', true],
  ['npx --no replywright listen', false],
  ['npm install <clone>/replywright-client-1.0.0.tgz', false],
  ["pip install '<clone>/packages/python[async]'", false],
  ['npm install express', false],
])('whether %s installs an unpublished name: %s', (text, expected) => {
  expect(INSTALLS_BY_NAME.test(text)).toBe(expected)
})

/** What the other files of a thread or process would notice. */
const NOTICED =
  /\bvi\.(?:mock|hoisted|stub|spyOn|useFake|setSystemTime|resetModules)|mockClient|node:(?:child_process|worker_threads)|globalThis\.|process\.(?:env|chdir|on|exit|emit|stdout|stderr)/

test.each([...unitsInSharedThreads, ...unitsInSharedProcesses])('%s changes nothing for other files', (file) => {
  const change = NOTICED.exec(readFileSync(file, 'utf8'))?.[0]
  expect(change, 'List the file in ALONE of test/shared-units.ts').toBeUndefined()
})
