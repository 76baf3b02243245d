import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PARAMETER = '…'
/** What a function returns that cannot handle a text as its parameter. */
const BROKEN = /undefined|NaN|\[object |=>/

const files = globSync('**/words.ts', { cwd: import.meta.dirname }).toSorted()

test('words.txt has every text of the dashboard', async () => {
  const rooms = files.map(async (file) => {
    const { words }: { words: unknown } = await import(join(import.meta.dirname, file))
    return [`# ${file.replace(/\/words\.ts$/, '')}`, '', ...linesOf(words, ''), ''].join('\n')
  })
  expect(files.length).toBeGreaterThan(0)
  const page = (await Promise.all(rooms)).join('\n')
  expect(page.split('\n').filter((line) => BROKEN.test(line))).toEqual([])
  await expect(page).toMatchFileSnapshot('../words.txt')
})

/** Returns the lines of a value: `key: text`, or the key and its indented entries. Every function is called with texts. */
function linesOf(value: unknown, indent: string): string[] {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${String(value)} is not an object of words`)
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    const text: unknown = typeof entry === 'function' ? entry(...Array(entry.length).fill(PARAMETER)) : entry
    if (typeof text === 'string') return [`${indent}${key}: ${text.replaceAll('\n', `\n${indent}  `)}`]
    return [`${indent}${key}`, ...linesOf(text, `${indent}  `)]
  })
}
