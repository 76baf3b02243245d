import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { describe, expect, test } from 'vitest'
import { readFile } from './read-file.ts'
import { pdf } from './testing/pdf.ts'
import { docx, zip } from './testing/zip.ts'

const read = (kind: keyof typeof DOCUMENT_TYPES, content: string | Uint8Array) =>
  readFile(Buffer.from(content), DOCUMENT_TYPES[kind])

describe('text', () => {
  test.each([
    ['UTF-8', Buffer.from('Größe 5 €')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße 5 €')],
    ['UTF-16, little endian', Buffer.from('\ufeffGröße 5 €', 'utf16le')],
    ['UTF-16, big endian', Buffer.from('\ufeffGröße 5 €', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x35, 0x20, 0x80])],
  ])('is read as %s', async (_, bytes) => {
    expect(await read('txt', bytes)).toEqual({ passages: [{ place: '', text: 'Größe 5 €' }] })
  })

  test('with binary data is rejected', async () => {
    expect(await read('txt', Buffer.from([0x25, 0x00, 0x01, 0x00]))).toEqual({ problem: 'not_text' })
  })

  test('of JSON is not changed', async () => {
    const json = '{"order":12345678901234567890}'
    expect(await read('json', json)).toEqual({ passages: [{ place: '', text: json }] })
  })
})

test('splits Markdown at headings, but not inside code', async () => {
  const markdown =
    'Intro\n# Shop\n## Returns\nWithin 30 days.\n```\n# comment\n```\n## Hours\n9 to 5\n# Contact\nmail us'
  expect(await read('md', markdown)).toEqual({
    passages: [
      { place: '', text: 'Intro' },
      { place: 'Shop › Returns', text: 'Within 30 days.\n\n# comment' },
      { place: 'Shop › Hours', text: '9 to 5' },
      { place: 'Contact', text: 'mail us' },
    ],
  })
})

test('starts every passage of a table with the column names', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => `A-${index};Chair number ${index};${index}.99`)
  const { passages = [] } = await read('csv', `sku;name;price\n${rows.join('\n')}`)
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) expect(text).toMatch(/^sku \| name \| price\nA-\d+ \| Chair/)
})

test('reads a page without scripts, menus and pictures, in its charset', async () => {
  const html = `<html><head><meta charset="iso-8859-2"><style>p{}</style></head><body><nav>Home</nav><h1>Shipping</h1>
    <p>To \xa3\xf3d\xbc <a href="https://x.example/a?b=c">in two days</a>.</p><img src="data:image/png;base64,AAAA">
    <table><tr><th>Zone</th><th>Price</th></tr><tr><td>A</td><td>5</td></tr></table><script>alert(1)</script></body></html>`
  expect(await read('html', Buffer.from(html, 'latin1'))).toEqual({
    passages: [{ place: 'Shipping', text: 'To Łódź in two days.\n\nZone | Price\nA | 5' }],
  })
})

describe('PDF', () => {
  test('preserves page numbers and joins hyphenated words', async () => {
    const file = pdf([
      ['Terms (2026)', 'We deliver free of ship-', 'ping costs.', '', 'Second paragraph.'],
      [],
      ['Last page'],
    ])
    expect(await read('pdf', file)).toEqual({
      passages: [
        { place: 'page 1', text: 'Terms (2026)\nWe deliver free of shipping costs.\n\nSecond paragraph.' },
        { place: 'page 3', text: 'Last page' },
      ],
    })
  })

  test.each([
    ['without text', pdf([[]]), 'no_text'],
    ['with a password', pdf([['secret']], { encrypted: true }), 'encrypted'],
    ['that is incomplete', pdf([['x']]).subarray(0, 40), 'damaged'],
    ['that is not a PDF', Buffer.from('hello'), 'damaged'],
  ])('%s is rejected', async (_, file, problem) => {
    expect(await read('pdf', file)).toEqual({ problem })
  })
})

describe('Word', () => {
  test('is split at its headings', async () => {
    expect(await read('docx', docx(['Intro', '# Warranty', 'Two years.', 'On all chairs.']))).toEqual({
      passages: [
        { place: '', text: 'Intro' },
        { place: 'Warranty', text: 'Two years.\n\nOn all chairs.' },
      ],
    })
  })

  test('is read without unpacking parts other than text', async () => {
    const picture = { 'word/media/a.bmp': Buffer.alloc(101 << 20) }
    const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Hi</w:t></w:r></w:p></w:body></w:document>`
    expect(await read('docx', zip({ ...picture, 'word/document.xml': document }))).toEqual({
      passages: [{ place: '', text: 'Hi' }],
    })
  })

  const xml = (megabytes: number) => `<w:p>${'x'.repeat(megabytes << 20)}</w:p>`
  const parts = ['document', 'styles', 'numbering', 'footnotes', 'endnotes'].map((part) => `word/${part}.xml`)
  const allParts = Object.fromEntries(parts.map((name) => [name, xml(3)]))
  const bomb = zip({ 'word/document.xml': xml(64) }, { declaredEntries: 0 })
  test('the test file unpacks to a thousand times its size', () => expect(bomb.length).toBeLessThan(100_000))

  test.each([
    ['with a part above 12 MB', zip({ 'word/document.xml': xml(13) }), 'inflated'],
    ['with parts above 12 MB together', zip(allParts), 'inflated'],
    ['with overlapping entries', zip(allParts, { overlapping: true }), 'inflated'],
    ['with more than 10,000 entries', docx(['x'], { declaredEntries: 10_001 }), 'inflated'],
    ['with a wrong declared size', zip({ 'word/document.xml': xml(64) }, { declaredSize: 100 }), 'damaged'],
    ['with hidden entries', bomb, 'damaged'],
    ['with hidden entries in a small file', docx(['x'], { declaredEntries: 0 }), 'damaged'],
    ['with a password', Buffer.from('d0cf11e0a1b11ae1ffff', 'hex'), 'encrypted'],
    ['that is a zip of other files', zip({ 'a.txt': 'hello' }), 'damaged'],
    ['that is incomplete', docx(['x']).subarray(0, 300), 'damaged'],
    ['without text', docx(['']), 'no_text'],
  ])('%s is rejected', async (_, file, problem) => {
    expect(await read('docx', file)).toEqual({ problem })
  })
})

test.each([
  ['an empty file', '', 'empty'],
  ['only spaces', ' \n\t ', 'no_text'],
  ['more than five million characters', 'x'.repeat(5_000_001), 'too_long'],
])('%s is rejected', async (_, text, problem) => {
  expect(await read('txt', text)).toEqual({ problem })
})
