import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { expect, test } from 'vitest'
import { readFile } from '../read-file.ts'

/** Builds a mail of headers and a body. The body is one character for each byte. */
const mail = (head: string, body: string) =>
  Buffer.from(`Subject: A\n${head}\n\n${body}`.replace(/\r?\n/g, '\r\n'), 'latin1')
const latin1 = 'Die \u00d6ffnungszeiten f\u00fcr M\u00e4rz, sch\u00f6ne Gr\u00fc\u00dfe'
const cyrillic = Buffer.from('cce0e3e0e7e8ed20eef2eaf0fbf220f120e4e5e2fff2e820f3f2f0e0', 'hex').toString('latin1')
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

async function read(file: Buffer, encoding?: string) {
  const { passages = [], missing, problem } = await readFile(file, DOCUMENT_TYPES.eml, encoding)
  return { text: passages.map(({ text }) => text).join('\n'), missing, problem }
}

test.each([
  ['without an encoding, in UTF-8', mail('Content-Type: text/plain', utf8('Größe 5 €')), 'Größe 5 €'],
  ['without an encoding, in Latin 1', mail('Content-Type: text/plain', latin1), 'Öffnungszeiten für März'],
  ['without an encoding, in Cyrillic', mail('Content-Type: text/plain', cyrillic), 'Магазин открыт с девяти'],
  ['without a type', mail('X-A: b', latin1), 'Öffnungszeiten'],
  [
    'without an encoding, as quoted-printable',
    mail('Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable', latin1.replace('\u00fc', '=FC')),
    'für März',
  ],
  [
    'without an encoding, as base64',
    mail('Content-Transfer-Encoding: base64', Buffer.from(latin1, 'latin1').toString('base64')),
    'für März',
  ],
  [
    'with the encoding of its markup',
    mail('Content-Type: text/html', '<meta charset="windows-1251"><p>\u00d6\u00e5\u00ed\u00e0'),
    'Цена',
  ],
  ['that is said to be ASCII', mail('Content-Type: text/plain; charset=us-ascii', utf8('Größe 5')), 'Größe 5'],
  ['with an unknown encoding', mail('Content-Type: text/plain; charset=x-own', utf8('Größe 5')), 'Größe 5'],
  ['with a wrong encoding', mail('Content-Type: text/plain; charset="utf-8"', latin1), 'Öffnungszeiten für März'],
  ['with a folded header', mail('Content-Type: text/plain;\n\tcharset=\n "windows-1251"', cyrillic), 'Магазин'],
])('a text %s is read', async (_, file, fact) => {
  expect(await read(file)).toEqual({ text: expect.stringContaining(fact), missing: undefined, problem: undefined })
})

test('parts of a mail in a mail are read in their own encodings', async () => {
  const inner = `Subject: Inner\nContent-Type: multipart/mixed; boundary="c d"\n\n--c d\nContent-Type: text/plain\n\n${cyrillic}\n--c d\nContent-Type: text/plain\n\n${latin1}\n--c d--`
  const parts = `preamble\n--b \nContent-Type: message/rfc822\n\n${inner}\n--b\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename=m.eml\n\nSubject: Attached prices\n\n${utf8('Stühle 5 €')}\n--b--`
  const { text, missing } = await read(mail('Content-Type: multipart/mixed; boundary=b', parts))
  for (const fact of ['Магазин', 'schöne Grüße', 'Attached prices', 'Stühle 5 €']) expect(text).toContain(fact)
  expect(missing).toBeUndefined()
})

test('headers in an old encoding, and a mark before them, are read', async () => {
  expect((await read(mail('From: M\u00fcller <a@b.example>', 'x'))).text).toContain('From: Müller a@b.example')
  expect((await read(Buffer.concat([Buffer.from('\ufeff\r\n'), mail('X-A: b', 'x')]))).text).toBe('Subject: A\nx')
})

const alternative = (html: string, plain: string) =>
  mail(
    'Content-Type: multipart/alternative; boundary=b',
    `--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n${html}\n--b--`,
  )

test('the plain text is read if the page beside it is empty, and only the page otherwise', async () => {
  expect((await read(alternative('<img src="cid:1">', 'Oak costs 77'))).text).toContain('Oak costs 77')
  expect((await read(alternative('<p>Oak costs 77 now', 'Oak costs 77'))).text).toBe('Subject: A\nOak costs 77 now')
})

test('what is not read is said', async () => {
  const picture = `--b\nContent-Type: text/html\n\n<p>Prices:</p><img src="cid:x">\n--b\nContent-Type: image/png; name=prices.png\nContent-ID: <x>\nContent-Transfer-Encoding: base64\n\n${'A'.repeat(40_000)}\n--b--`
  expect((await read(mail('Content-Type: multipart/related; boundary=b', picture))).missing).toContain('prices.png')
  expect((await read(mail('Content-Type: text/plain; charset=utf-7', 'Gr+APY-'))).missing).toContain('encoding')
  const odd = mail('Content-Type: text/plain', Buffer.from('90a1f0b2', 'hex').toString('latin1'))
  expect((await read(odd)).missing).toContain('encoding')
  expect((await read(odd, 'koi8-r')).missing).toBeUndefined()
})

test('a text that has the delimiter in its lines is read whole', async () => {
  const parts = `--b\nContent-Type: text/plain\n\n${latin1} --b\n--bc\nEnde M\u00e4rz\n--b--`
  expect((await read(mail('Content-Type: multipart/mixed; boundary=b', parts))).text).toContain('Ende März')
})

test('an invitation is read', async () => {
  const part =
    '--b\n\nhi\n--b\nContent-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nSUMMARY:Repair day\n--b--'
  expect((await read(mail('Content-Type: multipart/mixed; boundary=b', part))).text).toContain('SUMMARY:Repair day')
})

test.each([
  ['headers without an end', `Subject: ${'a '.repeat(300_000)}`],
  ['thousands of parts', `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\n\r\nx\r\n'.repeat(3000)}--a--`],
])('a mail with %s is not read', async (_, mail) => {
  expect(await readFile(Buffer.from(mail), 'message/rfc822')).toEqual({ problem: 'too_intricate' })
})

test('a long text whose lines a program broke is read', async () => {
  const mail = `Content-Type: text/plain; format=flowed\r\n\r\n${'Oak chairs are 49 euros. \r\n'.repeat(100_000)}`
  const { passages } = await readFile(Buffer.from(mail), 'message/rfc822')
  expect(passages?.[0]?.text).toContain('Oak chairs are 49 euros.')
})

test('a page that a browser saved is read without its pictures and styles', async () => {
  const part = (type: string, name: string, body: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Location: https://a.example/${name}\r\n\r\n${body}\r\n`
  const saved = [
    'Subject: Page\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n',
    part('text/html', '', '<p>Returns within 45 days, as the page says.</p>'),
    part('image/png', 'a.png', 'x'),
    part('text/css', 'a.css', 'p{}'),
    '--b--\r\n',
  ]
  const found = await read(Buffer.from(saved.join('')))
  expect(found).toMatchObject({ text: expect.stringContaining('45 days'), missing: undefined })
})
