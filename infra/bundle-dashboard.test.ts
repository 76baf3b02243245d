import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleDashboard } from './bundle-dashboard.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function app() {
  const source = join(folder, 'app')
  const shared = join(folder, 'shared.js')
  mkdirSync(source)
  writeFileSync(join(source, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
  writeFileSync(join(source, 'main.js'), 'import { word } from "../shared.js"; document.title = word')
  writeFileSync(shared, 'export const word = "first"')
  return { source, others: [shared], outdir: join(folder, 'out') }
}

const scriptsOf = (directory: string) =>
  readdirSync(join(directory, 'assets')).map((file) => readFileSync(join(directory, 'assets', file), 'utf8'))

test('keeps the names of pages and adds content hashes to the names of other files', async () => {
  const directory = await bundleDashboard(app())
  expect(readdirSync(directory).toSorted()).toEqual(['assets', 'index.html'])
  const [script = ''] = readdirSync(join(directory, 'assets'))
  expect(script).toMatch(/^index-[\w-]{8}\.js$/)
  expect(readFileSync(join(directory, 'index.html'), 'utf8')).toContain(`src="/assets/${script}"`)
})

test('builds again only if a source changed', async () => {
  const sources = app()
  const first = await bundleDashboard(sources)
  const builtAt = statSync(join(first, 'index.html')).mtimeMs
  expect(await bundleDashboard(sources)).toBe(first)
  expect(statSync(join(first, 'index.html')).mtimeMs).toBe(builtAt)
  writeFileSync(join(folder, 'shared.js'), 'export const word = "changed"')
  const second = await bundleDashboard(sources)
  expect(scriptsOf(second).join()).toContain('changed')
  // Another process may still copy the earlier build.
  expect(scriptsOf(first).join()).toContain('first')
})

test('concurrent runs return the same folder, and old folders are deleted', async () => {
  const sources = app()
  const old = join(sources.outdir, 'old')
  mkdirSync(old, { recursive: true })
  utimesSync(old, 0, 0)
  const [one = '', two] = await Promise.all([bundleDashboard(sources), bundleDashboard(sources)])
  expect(one).toBe(two)
  expect(existsSync(join(one, 'index.html'))).toBe(true)
  expect(existsSync(old)).toBe(false)
})

test('throws the cause of a failed build each time', async () => {
  const sources = app()
  writeFileSync(join(sources.source, 'main.js'), 'import "./missing.js"')
  await expect(bundleDashboard(sources)).rejects.toThrow('./missing.js')
  await expect(bundleDashboard(sources)).rejects.toThrow('./missing.js')
})
