import { builtinModules } from 'node:module'
import type { BuildOptions, Plugin } from 'esbuild'

const builtins = new Set(builtinModules)

/** An ESM import of a built-in evaluates all that it exports: 22 ms for node:http at each cold start, 2 ms this way. */
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
 * ElectroDB checks the model of each entity against a JSON schema when it is made: up to a quarter of what a function does at a cold
 * start. Models do not change after they were tested, so bundles only tell them from instances, which have `_instance`.
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
      return { errors: _instance === undefined ? [] : [{ property: 'instance', message: 'is no model' }] }
    }
  }
  Validator.prototype.customFormats = {}`

/**
 * ElectroDB is CommonJS and requires the SDK. esbuild keeps every export of a module that is required, and of all that it imports.
 * So ElectroDB is given empty modules to require, and what it uses of the SDK is imported and put into them.
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

/** A function's credentials are in its environment. The SDK's other ways to find some are a third of a client's code. */
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

/** Zod's messages in all other languages are half of it, and no function uses them. */
const englishZod: Plugin = {
  name: 'english-zod',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      loader: 'js',
    }))
  },
}

/** Says that an input of a bundle is a file, not the content that a plugin gives it. */
export const isFile = (input: string) => !/^(builtin|tested-models|imported-sdk|required-sdk|credentials):/.test(input)

/** How every function is bundled. */
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
  plugins: [lazyBuiltins, testedModels, importedSdk, credentialsOfEnvironment, englishZod],
} as const satisfies BuildOptions
