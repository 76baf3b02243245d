import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleFunctions } from './bundle.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(
  files: Readonly<Record<string, string>>,
  routes: readonly string[] = [],
): { source: string; routes: readonly string[]; outdir: string } {
  const source = join(folder, 'functions')
  rmSync(source, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true })
    writeFileSync(join(source, path), text)
  }
  return { source, routes, outdir: join(folder, 'out/functions') }
}

const NOOP = 'export const handler = async () => "done"'

test('bundles each route, without the other routes of its file, and the index.ts of workers', async () => {
  const files = {
    'api/agents.ts': `
      import { picture } from '../picture.ts'
      export const listRoute = () => async () => 'listed'
      export const setPictureRoute = () => async () => picture()`,
    'dashboard/me.ts': 'export const meRoute = () => async () => "me"',
    'picture.ts': 'export const picture = () => "pictured"',
    'relay/index.ts': 'export { handler } from "./copy.ts"',
    'relay/copy.ts': 'export const handler = async () => "copied"',
  }
  const bundles = await bundleFunctions(write(files, ['api/agents/list', 'api/agents/set-picture', 'dashboard/me']))
  const results = ['listed', 'pictured', 'me', 'copied']
  expect(bundles.map(({ name }) => name)).toEqual([
    'api-agents-list',
    'api-agents-set-picture',
    'dashboard-me',
    'relay',
  ])
  for (const [index, { directory, bytes }] of bundles.entries()) {
    expect(readdirSync(directory)).toEqual(['index.mjs'])
    const text = readFileSync(join(directory, 'index.mjs'), 'utf8')
    expect(text).toHaveLength(bytes)
    expect(results.filter((result) => text.includes(`"${result}"`))).toEqual([results[index]])
    const { handler } = await import(join(directory, 'index.mjs'))
    expect(await handler()).toBe(results[index])
  }
})

test('removes the bundles of deleted functions', async () => {
  const [old] = await bundleFunctions(write({ 'ingress/index.ts': NOOP }))
  await bundleFunctions(write({ 'deliver/index.ts': NOOP }))
  expect(existsSync(old?.directory ?? '')).toBe(false)
})

test('loads built-in modules on first use, not at the start of the function', async () => {
  const [bundle] = await bundleFunctions(
    write({
      'deliver/index.ts':
        'import { request } from "node:https"; import { join } from "path"; export const handler = async () => [typeof request, join("a", "b")]',
    }),
  )
  const path = join(bundle?.directory ?? '', 'index.mjs')
  expect(readFileSync(path, 'utf8')).not.toMatch(/\bfrom\s*"/)
  const { handler } = await import(path)
  expect(await handler()).toEqual(['function', 'a/b'])
})

test('concurrent runs return the same bundles', async () => {
  const target = write({ 'deliver/index.ts': NOOP, 'relay/index.ts': NOOP })
  const runs = await Promise.all([bundleFunctions(target), bundleFunctions(target)])
  expect(runs[0]).toEqual(runs[1])
  expect(readdirSync(dirname(target.outdir)).toSorted()).toEqual(['functions', 'functions.json'])
})

test('builds again if the record is incomplete', async () => {
  const target = write({ 'relay/index.ts': NOOP })
  const bundles = await bundleFunctions(target)
  writeFileSync(`${target.outdir}.json`, '')
  expect(await bundleFunctions(target)).toEqual(bundles)
})

test('throws the cause of a failed build', async () => {
  await expect(bundleFunctions(write({ 'relay/index.ts': 'import "./missing.ts"' }))).rejects.toThrow('./missing.ts')
})

test('builds again only if a source changed', async () => {
  const target = write({ 'relay/index.ts': 'export { handler } from "./copy.ts"', 'relay/copy.ts': NOOP })
  const [first] = await bundleFunctions(target)
  const path = join(first?.directory ?? '', 'index.mjs')
  const builtAt = statSync(path).mtimeMs
  expect(await bundleFunctions(target)).toEqual([first])
  expect(statSync(path).mtimeMs).toBe(builtAt)
  writeFileSync(join(target.source, 'relay/copy.ts'), NOOP.replace('done', 'changed'))
  await bundleFunctions(target)
  expect(readFileSync(path, 'utf8')).toContain('changed')
})

test('a module *.static.ts is bundled as values, which a change of its sources renews', async () => {
  const text = join(folder, 'text.md')
  writeFileSync(text, 'Read at build time.')
  const target = write({
    'relay/index.ts': 'import { text } from "./text.static.ts"; export const handler = async () => text',
    'relay/text.static.ts': `
      import { readFileSync } from 'node:fs'
      export const sources = [${JSON.stringify(text)}]
      export const text = readFileSync(sources[0], 'utf8').toUpperCase()`,
  })
  const [bundle] = await bundleFunctions(target)
  const path = join(bundle?.directory ?? '', 'index.mjs')
  expect(readFileSync(path, 'utf8')).not.toMatch(/readFileSync|Read at/)
  const { handler } = await import(path)
  expect(await handler()).toBe('READ AT BUILD TIME.')
  const builtAt = statSync(path).mtimeMs
  await bundleFunctions(target)
  expect(statSync(path).mtimeMs).toBe(builtAt)
  writeFileSync(text, 'Changed.')
  await bundleFunctions(target)
  expect(statSync(path).mtimeMs).toBeGreaterThan(builtAt)
})

test('bundles omit the model validation of ElectroDB', async () => {
  const bundles = await bundleFunctions()
  // A message of the validator that ElectroDB uses.
  const checks = bundles.filter(({ directory }) =>
    readFileSync(join(directory, 'index.mjs'), 'utf8').includes('no such schema'),
  )
  expect(checks.map(({ name }) => name)).toEqual([])
})

const LATER = 'export const value = "later"'

test('code imported with import() is in a separate file that is loaded on first use', async () => {
  const target = write({
    'ingress/index.ts': 'export const handler = async () => (await import("./large.ts")).value',
    'ingress/large.ts': LATER,
    'deliver/index.ts': NOOP,
  })
  const [deliver, ingress] = await bundleFunctions(target)
  expect(deliver?.onFirstUse).toEqual([])
  expect(ingress?.onFirstUse).toEqual(['large'])
  const directory = ingress?.directory ?? ''
  expect(readdirSync(directory).toSorted()).toEqual(['index.mjs', 'large.mjs'])
  expect(readFileSync(join(directory, 'index.mjs'), 'utf8')).not.toContain('later')
  const { handler } = await import(join(directory, 'index.mjs'))
  expect(await handler()).toBe('later')
  writeFileSync(join(target.source, 'ingress/index.ts'), NOOP)
  await bundleFunctions(target)
  expect(readdirSync(directory)).toEqual(['index.mjs'])
})

test('rejects a function that contains one of our modules twice', async () => {
  const target = write({
    'ingress/index.ts':
      'import { state } from "./state.ts"; export const handler = async () => [state, (await import("./large.ts")).value]',
    'ingress/large.ts': 'import { state } from "./state.ts"; export const value = [state]',
    'ingress/state.ts': 'export const state = new Map()',
  })
  await expect(bundleFunctions(target)).rejects.toThrow('state.ts is needed at the start and on first use')
})
