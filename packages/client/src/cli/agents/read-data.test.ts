import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseData, readData } from './read-data.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'data-'))
})
afterAll(() => rm(directory, { recursive: true }))

test.each([
  ['Windows', 'name: x\r\ntools: []\r\n', { name: 'x', tools: [] }],
  ['anchors', 'a: &x { b: 1 }\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
  ['merged anchors', 'a: &x { b: 1 }\nc:\n  <<: *x\n  d: 2\n', { a: { b: 1 }, c: { b: 1, d: 2 } }],
  ['JSON', '{"name": "x"}', { name: 'x' }],
])('reads YAML of %s', (_, text, value) => {
  expect(parseData('a.yaml', text)).toEqual(value)
})

test.each([
  ['a.yaml', '', 'a.yaml is empty.'],
  ['a.json', ' \n', 'a.json is empty.'],
  ['a.yaml', '# nothing\n', 'a.yaml is empty.'],
  ['a.yaml', 'name: a\n---\nname: b\n', 'a.yaml has 2 documents, separated by ---. Write one file for each.'],
  ['a.yaml', 'a:\n\tb: 1\n', 'a.yaml is not YAML: tab characters must not be used in indentation in line 2.'],
  ['a.yaml', 'a: 1\nb: *c\n', 'a.yaml is not YAML: unidentified alias "c" in line 2.'],
  ['a.yaml', 'a: 1\na: 2\n', 'a.yaml is not YAML: duplicated mapping key in line 2.'],
  ['a.yaml', 'a: "b\n', expect.stringMatching(/^a\.yaml is not YAML: .* in line 2\.$/)],
  ['a.yaml', 'a: !!js/function "x"\n', expect.stringMatching(/^a\.yaml is not YAML: .* in line 1\.$/)],
  ['a.json', '{\n"a": 1,\n}', expect.stringMatching(/^a\.json is not JSON: .*line 3.*\.$/)],
  ['a.json', 'a: b\nc: d', expect.stringMatching(/^a\.json is not JSON: .*\.$/)],
])('refuses %s with %j in one line', (path, text, message) => {
  expect(() => parseData(path, text)).toThrow(expect.objectContaining({ message, exitCode: 2 }))
})

test.each([
  ['with the mark of UTF-8', Buffer.from('\ufeff{"a":1}'), { a: 1 }],
  ['without it', Buffer.from('{"a":1}'), { a: 1 }],
])('reads a file %s', async (_, bytes, value) => {
  const path = join(directory, 'a.json')
  await writeFile(path, bytes)
  expect(await readData(path)).toEqual(value)
})

test('names a file that cannot be read', async () => {
  const path = join(directory, 'b.yaml')
  await writeFile(path, Buffer.from('\ufeffname: x', 'utf16le'))
  await expect(readData(path)).rejects.toThrow(`${path} is not UTF-8. Save it as UTF-8.`)
  await expect(readData(directory)).rejects.toThrow(`${directory} cannot be read (EISDIR).`)
  await expect(readData(join(directory, 'none'))).rejects.toThrow(/^There is no file .*none\.$/)
})
