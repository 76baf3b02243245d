import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

const builtins = new Set(builtinModules)

/** An ESM import of a built-in evaluates all its exports: 22 ms for node:http at each cold start. This plugin takes 2 ms. */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_0-9/]+$/ }, ({ path, namespace }) => {
      const name = path.replace(/^node:/, '')
      return builtins.has(name) && namespace !== 'builtin' ? { path: `node:${name}`, namespace: 'builtin' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

/**
 * ElectroDB validates the model of each entity against a JSON schema when it is created: up to a quarter of the work of a cold start.
 * Tests have validated the models, so bundles only distinguish models from instances, which have `_instance`.
 */
const testedModels: Plugin = {
  name: 'tested-models',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jsonschema$/ }, ({ path, importer }) =>
      importer.includes('/electrodb/') ? { path, namespace: 'tested-models' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'tested-models' }, () => ({ contents: ANY_MODEL, loader: 'js' }))
  },
}

const ANY_MODEL = `
  export class Validator {
    addSchema() {}
    validate({ _instance }) {
      return { errors: _instance === undefined ? [] : [{ property: 'instance', message: 'is not a model' }] }
    }
  }
  Validator.prototype.customFormats = {}`

/**
 * ElectroDB is CommonJS and requires the SDK. esbuild keeps every export of a required module and of its imports. This plugin gives
 * ElectroDB empty modules to require, and adds only the exports of the SDK that ElectroDB uses.
 */
const importedSdk: Plugin = {
  name: 'imported-sdk',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^electrodb$/ }, ({ path, namespace }) =>
      namespace === 'imported-sdk' ? undefined : { path, namespace: 'imported-sdk' },
    )
    onResolve({ filter: /^(required:)?@aws-sdk\// }, ({ path, importer }) =>
      path.startsWith('required:') || importer.includes('/electrodb/')
        ? { path: path.replace('required:', ''), namespace: 'required-sdk' }
        : undefined,
    )
    const resolveDir = import.meta.dirname
    onLoad({ filter: /.*/, namespace: 'imported-sdk' }, () => ({ contents: ELECTRODB, loader: 'js', resolveDir }))
    onLoad({ filter: /.*/, namespace: 'required-sdk' }, () => ({ contents: 'module.exports = {}', loader: 'js' }))
  },
}

const COMMANDS = [
  'BatchGetCommand',
  'BatchWriteCommand',
  'DeleteCommand',
  'GetCommand',
  'PutCommand',
  'QueryCommand',
  'ScanCommand',
  'TransactGetCommand',
  'TransactWriteCommand',
  'UpdateCommand',
].join()
const ELECTRODB = `
  import { ${COMMANDS} } from '@aws-sdk/lib-dynamodb'
  import { unmarshall } from '@aws-sdk/util-dynamodb'
  import commands from 'required:@aws-sdk/lib-dynamodb'
  import util from 'required:@aws-sdk/util-dynamodb'
  import electrodb from 'electrodb'
  Object.assign(commands, { ${COMMANDS} })
  Object.assign(util, { unmarshall })
  export const { Entity, Service, createConversions, createWriteTransaction } = electrodb`

/** A function's credentials are in its environment. The SDK's other credential providers are a third of a client's code. */
const credentialsOfEnvironment: Plugin = {
  name: 'credentials-of-environment',
  setup({ onResolve, onLoad }) {
    const namespace = 'credentials'
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({ path, namespace }))
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
      loader: 'js',
      resolveDir: import.meta.dirname,
    }))
  },
}

/** Zod's messages in other languages are half of its code. No function uses them. */
const englishZod: Plugin = {
  name: 'english-zod',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      loader: 'js',
    }))
  },
}

/**
 * Bundles one handler of a file of routes: `route:/functions/api/agents/share` is what `shareRoute` of `/functions/api/agents.ts`
 * returns, and `route:/functions/dashboard/me` what `meRoute` of `/functions/dashboard/me.ts` returns.
 */
const oneRoute: Plugin = {
  name: 'one-route',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^route:/ }, ({ path }) => ({ path: path.replace('route:', ''), namespace: 'route' }))
    onLoad({ filter: /.*/, namespace: 'route' }, ({ path }) => {
      const file = existsSync(`${path}.ts`) ? path : dirname(path)
      const name = `${basename(path).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Route`
      const contents = `import { ${name} } from './${basename(file)}.ts'; export const handler = ${name}()`
      return { contents, loader: 'js', resolveDir: dirname(file) }
    })
  },
}

/**
 * Bundles the values of a module `*.static.ts` instead of its code. Its export `sources` has the files that the values come from, which
 * become inputs of the bundle.
 */
const staticValues: Plugin = {
  name: 'static-values',
  setup({ onLoad }) {
    onLoad({ filter: /\.static\.ts$/ }, async ({ path }) => {
      const { sources, ...values }: { readonly sources: readonly string[] } = await import(path)
      const inputs = sources.map((file, index) => `import _${index} from ${JSON.stringify(file)} with { type: 'text' }`)
      const constants = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { contents: [...inputs, ...constants].join('\n'), loader: 'js' }
    })
  },
}

/** Returns whether an input of a bundle is a file, not content from a plugin. */
export const isFile = (input: string) =>
  !/^(route|builtin|tested-models|imported-sdk|required-sdk|credentials):/.test(input)

export const bundleOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  mainFields: ['module', 'main'],
  conditions: ['module'],
  legalComments: 'none',
  logLevel: 'silent',
  plugins: [oneRoute, lazyBuiltins, testedModels, importedSdk, credentialsOfEnvironment, englishZod, staticValues],
} as const satisfies BuildOptions
