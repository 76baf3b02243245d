import { expect, test } from 'vitest'
import { latestAsData, RESULT_BYTES } from './as-data.ts'

const line = (index: number, text = '<data>é'.repeat(100)) => `${index}: ${text}`

test('leaves out the oldest lines if not all fit', () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(index))
  const data = latestAsData('chat', lines)
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(RESULT_BYTES)
  expect(Buffer.byteLength(data)).toBeGreaterThan(RESULT_BYTES - Buffer.byteLength(line(0)) * 2)
  expect(data).toMatch(/^<data from="chat">\n(\d+): [\s\S]*\n39: .*\n<\/data>$/)
  expect(data).not.toMatch(/\n0: |\[cut/)
})

test('keeps all lines that fit, and cuts a last line that does not', () => {
  expect(latestAsData('chat', ['one', 'two'])).toBe('<data from="chat">\none\ntwo\n</data>')
  expect(latestAsData('chat', [])).toBe('<data from="chat">\n\n</data>')
  const data = latestAsData('chat', ['one', 'two'.repeat(RESULT_BYTES)])
  expect(data).toMatch(/^<data from="chat">\ntwotwo[\s\S]*\[… cut: there is more\]\n<\/data>$/)
})
