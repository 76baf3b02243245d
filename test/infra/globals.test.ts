import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'

/** Changes that libraries make when they are loaded. */
const LIBRARIES = [
  // The SDK's store of the current invocation, in Lambda's own namespace.
  'globalThis.awslambda',
  // The schema library of the AI SDK and of the MCP SDK.
  'globalThis.__zod_globalConfig',
  'globalThis.__zod_globalRegistry',
  '__zod_globalConfig.localeError',
  '__zod_globalConfig.memoizer',
  '__zod_globalRegistry._map',
  '__zod_globalRegistry._idmap',
  // The AI SDK reads from here whether to print warnings.
  'globalThis.AI_SDK_LOG_WARNINGS',
]

/** What some functions read when they are loaded. */
const SETTINGS = { TABLE_NAME: 'x', STAGE: 'local', AWS_REGION: 'x', PUBLIC_BASE_URL: 'https://x', QUEUE_URLS: '{}' }

/** Returns what the code of a module changes, in a process of its own. */
async function changesOf(code: string): Promise<string[]> {
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  const { stdout } = await promisify(execFile)(process.execPath, [resolve('test/support/changed-globals.ts'), url], {
    env: { ...process.env, ...SETTINGS, RELAY_DEAD_QUEUE_URL: 'https://x' },
  })
  return v.parse(v.array(v.string()), JSON.parse(stdout))
}

test('no module of contract, core, http and functions changes a global', async () => {
  const modules = globSync(['packages/{contract,core,http}/src/**/*.ts', 'functions/**/*.ts']).filter(
    (path) => !/\.test\.ts$|\/testing\/|node_modules/.test(path),
  )
  expect(modules.length).toBeGreaterThan(400)
  const code = modules.map((path) => `await import('${pathToFileURL(path)}')`).join('\n')
  expect((await changesOf(code)).toSorted()).toEqual(LIBRARIES.toSorted())
})

test.each([
  ['BigInt.prototype.toJSON = () => 0', 'BigInt.prototype.toJSON'],
  ['globalThis.x = 42', 'globalThis.x'],
  ['Array.prototype.at = () => 0', 'Array.prototype.at'],
  ['delete Map.prototype.clear', 'Map.prototype.clear'],
  ['Object.getPrototypeOf(Uint8Array).x = 1', 'TypedArray.x'],
])('the test notices %s', async (code, path) => {
  expect(await changesOf(code)).toEqual([path])
})
