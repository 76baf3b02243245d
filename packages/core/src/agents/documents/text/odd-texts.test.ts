import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { readAs } from './testing/read.ts'

const wide = (text: string, unit: 2 | 4, isBig: boolean) => {
  const codes =
    unit === 4
      ? Array.from(text, (each) => each.codePointAt(0) ?? 0)
      : Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const bytes = Buffer.alloc(codes.length * unit)
  for (const [index, code] of codes.entries())
    if (unit === 4) isBig ? bytes.writeUInt32BE(code, index * 4) : bytes.writeUInt32LE(code, index * 4)
    else isBig ? bytes.writeUInt16BE(code, index * 2) : bytes.writeUInt16LE(code, index * 2)
  return bytes
}
const TEXT = 'Größe 5 €, 営業時間 🙂\nOpen'

test.each([
  ['UTF-32, little endian', wide(`\ufeff${TEXT}`, 4, false)],
  ['UTF-32, big endian', wide(`\ufeff${TEXT}`, 4, true)],
  ['UTF-32, little endian, without a mark', wide(TEXT, 4, false)],
  ['UTF-32, big endian, without a mark', wide(TEXT, 4, true)],
  ['UTF-16, big endian', wide(`\ufeff${TEXT}`, 2, true)],
])('a text is read in %s', async (_, bytes) => expect(await decodeText(bytes)).toBe(TEXT))

test.each([
  ['little', false],
  ['big', true],
] as const)('prices in UTF-16 without a mark are read, %s endian', async (_, isBig) => {
  const text = 'Name;Price\r\nStuhl größe M;49,90 €\r\n'
  expect(await decodeText(wide(text, 2, isBig))).toBe(text)
})

test('rich text in a file with the name of a text is read without its control words', async () => {
  expect(await readAs('txt', String.raw`{\rtf1\ansi Oak \b costs\b0  5 EUR}`)).toEqual({
    text: 'Oak costs 5 EUR',
    missing: '',
    problem: undefined,
  })
})

test('a page that was saved as a mail is read as one', async () => {
  const file =
    'From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>St=C3=BChle=20aus Eiche</p>\r\n--b--\r\n'
  expect((await readAs('html', file)).text).toContain('Stühle aus Eiche')
})

const csv = (text: string) => readAs('csv', text)

test.each([
  ['a mark, wide characters and tabs', wide('\ufeffName\tPrice\r\nOak\t5 €\r\n', 2, false), 'Name | Price\nOak | 5 €'],
  ['delimiters within quotes', 'Name,Colours\n"Chair; oak","red; blue"\n', 'Name | Colours\nChair; oak | red; blue'],
  ['quotes within quotes', 'Name,Size\n"The ""big"" one",5\n', 'The "big" one | 5'],
  ['a quote for inches', 'Name,Size\nBoard,24"\nShelf,12" wide\n', 'Board | 24"\nShelf | 12" wide'],
  ['one column', 'Name\nOak\nPine\n', 'Name\nOak\nPine'],
  ['two rows of titles', 'Price list\nValid from May\nName;Price\nOak;5\nPine;7\n', 'Name | Price\nOak | 5'],
  ['a row of totals', 'Name;Pieces\nOak;5\nPine;7\nTotal;12\n', 'Total | 12'],
  ['decimal commas', 'Name;Price\nOak;4,90\nPine;1.250,00\n', 'Oak | 4,90\nPine | 1.250,00'],
  ['decimal commas in quotes', 'Name,Price\nOak,"4,90"\nPine,"7,00"\n', 'Oak | 4,90'],
  ['carriage returns', 'Name;Price\rOak;5\rPine;7\r', 'Name | Price\nOak | 5\nPine | 7'],
  ['line breaks in cells', 'Name,Note\r\nOak,"one\r\ntwo"\r\nPine,"a\rb"\r\n', 'Oak | one / two\nPine | a / b'],
  ['rows of different lengths', 'Name;Price\nOak;5;sale\nPine\nElm;7\n', 'Oak | 5 | sale\nPine\nElm | 7'],
  ['a quote that is not closed', 'Name;Price\nOak;"5\nPine;7\n', 'Pine'],
  ['bars', 'Name|Price\nOak|5\n', 'Oak | 5'],
  ['a named delimiter', 'sep=|\nName|Price\nOak; big|5\n', 'Name | Price\nOak; big | 5'],
])('a table with %s is read', async (_, content, fact) => {
  const { text, missing, problem } = await readAs('csv', content)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
})

test('a table of one column repeats no name', async () => {
  expect((await csv('"Name"\n"Chair, oak"\n')).text).toContain('Chair, oak')
})
