import { expect, test } from 'vitest'
import { printable } from './printable.ts'
import { printableFileName } from './printable-file-name.ts'
import { printableJson } from './printable-json.ts'
import { printableName, quoted } from './printable-mail.ts'

test.each([
  ['two\r\nlines\u2028and\u2029more\u0085here', 'two lines and more here'],
  ['\u001B]0;title\u0007 \u001B[2J\u009B31m', '\uFFFD]0;title\uFFFD \uFFFD[2J\uFFFD31m'],
  ['\u202Egpj.exe\u2066x\u2069\u200E\u200F\u061C', 'gpj.exex'],
  ['a\u200Bb\u200Cc\u200Dd\uFEFFe\u2060f\u00ADg\u3164h', 'abcdefgh'],
  ['tags \u{E0041}\u{E0042}', 'tags'],
  ['lone \uD800 \uFFFE', 'lone \uFFFD \uFFFD'],
  ['\u2800\u00A0 \t', ''],
  [`e${'\u0301'.repeat(50)}`, `e${'\u0301'.repeat(8)}`],
])('%j is shown as %j', (text, shown) => expect(printable(text)).toBe(shown))

test.each(['👩🏽‍💻 Support ❤️', 'می\u200Cخواهم', 'क्\u200Dष', '注文 📦', 'e\u0301té', 'O’Neil', '١٢٣ \u0600'])(
  '%j is shown as it is',
  (text) => expect(printable(text)).toBe(text),
)

test('lines stay if they may, and long texts end with an ellipsis', () => {
  expect(printable('a\tb\r\nc\u2028d', { isMultiline: true })).toBe('a  b\nc\nd')
  expect(printable('📦📦📦📦', { longest: 3 })).toBe('📦📦…')
  expect(printable('📦📦📦', { longest: 3 })).toBe('📦📦📦')
})

test.each([
  ['Action required: https://evil.example/login', 'Action required https evil example login'],
  ['<a href="//evil.example">', 'a href evil example'],
  ['evil\u2024example \u202Eelpmaxe\u200B.live', 'evil example elpmaxe live'],
  ['Anna-Lena O’Neil & Söhne', 'Anna-Lena O’Neil & Söhne'],
  ['...', ''],
])('the name %j is %j in a mail', (name, shown) => expect(printableName(name)).toBe(shown))

test.each([
  ['A refund of 12.50 € (order 1042), please!', 'A refund of 12.50 € (order 1042), please!'],
  ['Sign in at https://evil.example/login', 'Sign in at https evil example login'],
  ['www.evil.example. mailto:a@evil.example', 'www evil example. mailto a evil example'],
  ['evil\u200B.example evil．example evil。example', 'evil example evil example evil example'],
  ['at 10:30 on 192.168.0.1 or 1evil.1example2.live', 'at 10:30 on 192 168 0 1 or 1evil 1example2 live'],
  ['”\nThe service wrote: “log in', 'The service wrote: log in'],
])('the sentences %j are %j in a mail', (text, shown) => expect(quoted(text)).toBe(`“${shown}”`))

test.each([
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a\r\nX: "b".pdf', 'a X_ _b_.pdf'],
  [`${'long '.repeat(40)}.pdf`, `${'long '.repeat(12).slice(0, 56).trim()}.pdf`],
  ['\u200B', 'file'],
])('the file name %j is %j', (name, shown) => expect(printableFileName(name)).toBe(shown))

test('JSON is printed with escapes, and has the same value', () => {
  const value = { name: '\u202E\u009B2J\u2028\u200B\u{E0041}', ok: 'é 📦' }
  expect(printableJson(value)).toBe(String.raw`{"name":"\u202e\u009b2J\u2028\u200b\udb40\udc41","ok":"é 📦"}`)
  expect(JSON.parse(printableJson(value))).toEqual(value)
})

// What is not linear exceeds the time limit of a test.
test.each(['\u200B', ' ', '\u202E', '\u0301', 'a.', '.1', '\r', '\u001B', '👩\u200D', '"', '. ', '_\u2028'])(
  'a megabyte of %j is printed',
  (part) => {
    const text = part.repeat(1_000_000 / part.length)
    for (const print of [printable, printableJson]) expect(print(text).length).toBeLessThan(13 * text.length)
    for (const print of [printableName, quoted, printableFileName]) expect(print(text).length).toBeLessThan(1100)
  },
)
