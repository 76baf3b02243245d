import { expect, test } from 'vitest'
import { checkFile, LONGEST_FILE_NAME, sentFileName, sizeText } from './file-rules.ts'

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const MEGABYTE = 1024 * 1024

test('checks type and size by the content, not by the name', () => {
  expect(checkFile(PNG, { name: 'report.pdf', size: 100 })).toMatchObject({ kind: 'image', mimeType: 'image/png' })
  expect(checkFile(PNG, { name: 'a.png', size: 6 * MEGABYTE }).problem).toBe(
    'Image files can have at most 5 MB. This one has 6 MB.',
  )
  expect(checkFile(new TextEncoder().encode('GIF89a'), { name: 'a.png', size: 6 }).problem).toContain('GIF files')
  expect(checkFile(Uint8Array.of(0, 1, 2), { name: 'a.png', size: 3 }).problem).toContain('This type of file')
})

test.each([
  [10, '1 KB'],
  [120_000, '117 KB'],
  [2.45 * MEGABYTE, '2.5 MB'],
  [16 * MEGABYTE, '16 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  ['Invoice 7', 'scan0001.pdf', 'Invoice 7.pdf'],
  ['Invoice 7.pdf', 'scan0001.pdf', 'Invoice 7.pdf'],
  ['Invoice 7.PDF ', 'scan0001.pdf', 'Invoice 7.PDF'],
  ['Prices 2.1', 'a.xlsx', 'Prices 2.1.xlsx'],
  ['Notes', 'README', 'Notes'],
  [' ', 'scan0001.pdf', 'scan0001.pdf'],
  ['a/b', 'scan0001.pdf', 'a_b.pdf'],
])('the name %j of %s is sent as %s', (written, file, sent) => {
  expect(sentFileName(written, file)).toBe(sent)
})

test('a long name keeps its extension', () => {
  const name = sentFileName('a'.repeat(LONGEST_FILE_NAME), 'scan0001.pdf')
  expect(name).toHaveLength(LONGEST_FILE_NAME)
  expect(name).toMatch(/a\.pdf$/)
  expect(sentFileName('', `${'b'.repeat(300)}.docx`)).toMatch(/^b{55}\.docx$/)
})
