import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleDashboard } from './bundle-dashboard.ts'

/** Mantine uses it and sets it nowhere: the browser's default holds. */
const UNSET = ['--mantine-text-wrap']

/** Returns the custom properties that styles use without a fallback, and that neither they nor a script sets. */
function undefinedProperties(css: string, scripts: string): string[] {
  const named = (pattern: RegExp, text: string) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
  const set = named(/(--[\w-]+)\s*:/g, css).union(named(/(--[\w-]+)/g, scripts))
  return [...named(/var\(\s*(--[\w-]+)\s*\)/g, css).difference(set)].filter((name) => !UNSET.includes(name))
}

test('each custom property of the built styles is set, by them or by a script', async () => {
  const folder = await bundleDashboard()
  const read = (pattern: string) =>
    globSync(pattern, { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  const css = read('**/*.css').join('\n')
  // A lowered light-dark() has variables with a fallback, which follow no scheme.
  expect(css).toContain('light-dark(')
  expect(css).not.toContain('--lightningcss')
  expect(undefinedProperties(css, read('**/*.{js,html}').join('\n'))).toEqual([])
})

test('finds a property without a definition', () => {
  const css = 'a{--set:1;color:var(--set);width:var(--script);fill:var(--maybe,red);stroke:var(--none)}'
  expect(undefinedProperties(css, 'style["--script"]')).toEqual(['--none'])
})
