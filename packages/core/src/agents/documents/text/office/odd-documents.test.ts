import { expect, test } from 'vitest'
import { readAs } from '../testing/read.ts'
import { zip } from '../testing/zip.ts'

const R = String.raw
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const p = (content: string) => `<w:p>${content}</w:p>`

function word(
  body: string,
  related: readonly (readonly [id: string, type: string, target: string])[] = [],
  parts: Readonly<Record<string, string | Uint8Array>> = {},
) {
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': rels(['r1', 'officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': rels(...related),
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...parts,
  })
}
const list = (tag: string) =>
  `<w:sdt><w:sdtPr><w:${tag}><w:listItem w:displayText="Oak" w:value="1"/><w:listItem w:displayText="Pine" w:value="2"/></w:${tag}></w:sdtPr><w:sdtContent>${run('Choose')}</w:sdtContent></w:sdt>`

test.each([
  ['choices of a control', word(p(list('dropDownList'))), 'Oak, Pine'],
  ['choices that may be written', word(p(list('comboBox'))), 'Oak, Pine'],
  [
    'choices of an old form',
    word(
      p(
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:listEntry w:val="Elm"/><w:listEntry w:val="Ash"/></w:ddList></w:ffData></w:fldChar></w:r>' +
          run('Wood'),
      ),
    ),
    'Elm, Ash',
  ],
  [
    'text that was moved',
    word(p(`<w:moveFrom>${run('Old place')}</w:moveFrom>`) + p(`<w:moveTo>${run('New place')}</w:moveTo>`)),
    'New place',
  ],
  [
    'text that was inserted',
    word(p(`<w:ins>${run('inserted')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>`)),
    'inserted',
  ],
  [
    'a control of a block',
    word(`<w:sdt><w:sdtContent>${p(run('In a control'))}</w:sdtContent></w:sdt>`),
    'In a control',
  ],
  [
    'a row in a control',
    word(
      `<w:tbl><w:sdt><w:sdtContent><w:tr><w:tc>${p(run('Oak'))}</w:tc><w:tc>${p(run('5'))}</w:tc></w:tr></w:sdtContent></w:sdt></w:tbl>`,
    ),
    'Oak | 5',
  ],
  [
    'a table in a table',
    word(
      `<w:tbl><w:tr><w:tc>${p(run('Sizes'))}<w:tbl><w:tr><w:tc>${p(run('M'))}</w:tc><w:tc>${p(run('20'))}</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
    ),
    'M | 20',
  ],
  [
    'elements of own markup',
    word(p(`<w:customXml><w:customXmlPr/>${run('Tagged words')}</w:customXml>`)),
    'Tagged words',
  ],
  [
    'a Word document in it',
    word(`${p(run('Before'))}<w:altChunk r:id="a"/>`, [['a', 'aFChunk', 'chunk.docx']], {
      'word/chunk.docx': word(p(run('Inner words'))),
    }),
    'Inner words',
  ],
])('a Word document with %s is read', async (_, file, fact) => {
  const { text, missing, problem } = await readAs('docx', file)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
  expect(text).not.toMatch(/gone|Old place/)
})

test('comments on a Word document are named', async () => {
  const file = word(p(run('Text')), [['c', 'comments', 'comments.xml']], {
    'word/comments.xml': `<w:comments ${W}><w:comment w:id="1">${p(run('Really?'))}</w:comment></w:comments>`,
  })
  const { text, missing } = await readAs('docx', file)
  expect(missing).toContain('Comments')
  expect(text).toBe('Text')
})

const odf = (content: string) => zip({ 'content.xml': `<office:document-content>${content}</office:document-content>` })
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`

test.each([
  [
    'ods',
    'written choices of cells',
    odf(
      `<office:spreadsheet><table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-in-list(&quot;Oak&quot;;&quot;Pine&quot;)"/></table:content-validations><table:table table:name="S"><table:table-row>${cell('Wood')}</table:table-row></table:table></office:spreadsheet>`,
    ),
    'Oak, Pine',
  ],
  [
    'ods',
    'repeated cells',
    odf(
      `<office:spreadsheet><table:table table:name="S"><table:table-row table:number-rows-repeated="2">${cell('7', 'table:number-columns-repeated="3"')}</table:table-row></table:table></office:spreadsheet>`,
    ),
    '7 | 7 | 7\n7 | 7 | 7',
  ],
  [
    'odt',
    'annotated characters',
    odf(
      '<office:text><text:p><text:ruby><text:ruby-base>営業</text:ruby-base><text:ruby-text>えいぎょう</text:ruby-text></text:ruby>時間</text:p></office:text>',
    ),
    '営業 (えいぎょう)時間',
  ],
  [
    'odt',
    'fields of a form',
    odf(
      '<office:text><office:forms><form:form><form:listbox form:label="Wood"><form:option form:label="Oak"/><form:option form:label="Pine"/></form:listbox><form:text form:current-value="Anna Berg"/></form:form></office:forms><text:p>Order</text:p></office:text>',
    ),
    'Anna Berg',
  ],
] as const)('an OpenDocument file (%s) with %s is read', async (kind, _, file, fact) => {
  const { text, missing, problem } = await readAs(kind, file)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
})

test.each([
  [
    'comments',
    '<office:text><text:p>Text<office:annotation><text:p>Really?</text:p></office:annotation></text:p></office:text>',
    'Comments',
  ],
  [
    'a file of another program',
    '<office:text><text:p>Text<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame></text:p></office:text>',
    'another program',
  ],
  [
    'large pictures beside little text',
    '<office:text><text:p>Menu<draw:frame svg:width="17cm" svg:height="22cm"><draw:image xlink:href="a.png"/></draw:frame></text:p></office:text>',
    'large picture',
  ],
])('an OpenDocument text with %s says that they are not read', async (_, content, word) => {
  const { missing, problem } = await readAs('odt', odf(content))
  expect({ missing, problem }).toEqual({ missing: expect.stringContaining(word), problem: undefined })
})

const chapter = (text: string) => `<html><body><p>${text}</p></body></html>`
function book(manifest: string, spine: string, parts: Readonly<Record<string, string | Uint8Array>>) {
  return zip({
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="O/p.opf"/></rootfiles></container>',
    'O/p.opf': `<package><manifest>${manifest}</manifest><spine>${spine}</spine></package>`,
    ...parts,
  })
}
const item = (id: string, href: string, type = 'application/xhtml+xml') =>
  `<item id="${id}" href="${href}" media-type="${type}"/>`

test('a book is read with parts beside its order, and names those that are missing', async () => {
  const { text, missing, problem } = await readAs(
    'epub',
    book(
      item('a', 'a.xhtml') + item('n', 'notes.xhtml') + item('c', 'cover.jpg', 'image/jpeg'),
      '<itemref idref="c"/><itemref idref="a" linear="no"/><itemref idref="lost"/>',
      {
        'O/a.xhtml': chapter('First words'),
        'O/notes.xhtml': chapter('Note 1'),
        'O/cover.jpg': Buffer.from([0xff, 0xd8, 0, 1]),
      },
    ),
  )
  expect({ text, problem }).toEqual({ text: 'First words\nNote 1', problem: undefined })
  expect(missing).toContain('lost')
})

test.each([
  ['characters above the first plane', R`{\rtf1\ansi\uc1 \u-10179?\u-8702? hat}`, '😂 hat'],
  ['characters of a code page', R`{\rtf1\ansi\ansicpg1251 \'cc\'e0\'e3\'e0\'e7\'e8\'ed}`, 'Магазин'],
  ['bytes that a character replaces', R`{\rtf1\ansi\ansicpg932\uc2 \u21942\'89\'63\u26989\'8b\'c6}`, '営業'.slice(1)],
  ['footnotes and headers', R`{\rtf1 {\header Winter list\par}Oak{\footnote Not for outside}\par}`, 'Not for outside'],
])('rich text with %s is read', async (_, rtf, fact) => {
  const { text, missing, problem } = await readAs('rtf', rtf)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
})

test.each([
  ['comments', R`{\rtf1 Text{\*\annotation Really?}}`, 'Comments'],
  [
    'large pictures beside little text',
    R`{\rtf1 Menu {\pict\picwgoal9000\pichgoal9000\jpegblip ffd8ff}}`,
    'large picture',
  ],
])('rich text with %s says that they are not read', async (_, rtf, word) => {
  expect((await readAs('rtf', rtf)).missing).toContain(word)
})
