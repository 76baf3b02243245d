import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { describe, expect, test } from 'vitest'
import { readFile } from '../read-file.ts'
import { xlsx } from '../testing/xlsx.ts'
import { docx, zip } from '../testing/zip.ts'

const R = String.raw
const read = async (kind: keyof typeof DOCUMENT_TYPES, content: string | Uint8Array) => {
  const { passages, ...rest } = await readFile(Buffer.from(content), DOCUMENT_TYPES[kind])
  return { text: passages?.map(({ place, text }) => (place ? `[${place}] ${text}` : text)), ...rest }
}

describe('a workbook', () => {
  test('is read with the names of its sheets, dates, currencies and results of formulas', async () => {
    const prices = `<row r="1"><c r="A1" t="s"><v>0</v></c></row>
      <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="inlineStr"><is><t>From</t></is></c><c r="C3" t="str"><f>"Pri"&amp;"ce"</f><v>Price</v></c></row>
      <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="1"><v>46082</v></c><c r="C4" s="2"><f>B1*2</f><v>49.9</v></c></row>
      <row r="5"><c r="B5" s="3"><v>46082.40625</v></c><c r="C5" s="4"><v>0.19</v></c></row>`
    const file = xlsx({
      strings: ['Prices of spring', 'Chair', 'Oak'],
      formats: { 164: '#,##0.00\\ [$€-407]', 165: 'dd.mm.yyyy hh:mm' },
      styles: [0, 14, 164, 165, 9],
      sheets: [
        { name: 'Chairs', rows: prices, merged: ['A4:A5'] },
        { name: 'Costs', rows: '<row r="1"><c r="A1"><v>12</v></c></row>', state: 'hidden' },
        { name: 'Hours', rows: '<row><c t="inlineStr"><is><t>Monday</t></is></c><c><v>9</v></c></row>' },
      ],
    })
    expect(await read('xlsx', file)).toEqual({
      text: [
        '[Chairs] Prices of spring\nChair | From | Price\nOak | 2026-03-01 | 49.90 €\nOak | 2026-03-01 09:45 | 19%',
        '[Hours] Monday | 9',
      ],
    })
  })

  test('repeats the names of the columns in each passage', async () => {
    const row = (cells: readonly string[]) =>
      `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
    const rows = [
      row(['Item', 'Price']),
      ...Array.from({ length: 3000 }, (_, index) => row([`Chair number ${index}`, `${index}.99`])),
    ]
    const { text = [] } = await read('xlsx', xlsx({ sheets: [{ name: 'All', rows: rows.join('') }] }))
    expect(text.length).toBeGreaterThan(50)
    for (const passage of text) expect(passage).toMatch(/^\[All\] Item \| Price\nChair number \d+ \| /)
    expect(text.at(-1)).toContain('Chair number 2999 | 2999.99')
  })

  test.each([
    ['00000', 1234, '01234'],
    ['000-000', 123456, '123-456'],
    ['&quot;from &quot;0&quot; EUR&quot;', 5, 'from 5 EUR'],
    ['0.0&quot; kg&quot;', 5, '5.0 kg'],
    ['[h]:mm', 1.5, '36:00'],
    ['# ?/?', 0.5, '1/2'],
    ['&quot;Yes&quot;;&quot;Yes&quot;;&quot;No&quot;', 0, 'No'],
    ['#,##0;[Red]-#,##0', -1500, '-1500'],
    ['_-* #,##0.00\\ &quot;€&quot;_-', 1234.5, '1234.50 €'],
    ['[$-409]d\\-mmm\\-yy', 46082, '2026-03-01'],
    ['0.00;;', -3, '-3'],
    ['General', 4.9000000000000004, '4.9'],
    ['not a [format', 7, '7'],
  ])('shows a number in the format %s', async (code, value, shown) => {
    const sheets = [
      { name: 'S', rows: `<row><c t="inlineStr"><is><t>a</t></is></c><c s="1"><v>${value}</v></c></row>` },
    ]
    expect(await read('xlsx', xlsx({ formats: { 170: code }, styles: [0, 170], sheets }))).toEqual({
      text: [`[S] a | ${shown}`],
    })
  })

  test('takes an empty result of a formula for a result', async () => {
    const rows = '<row><c t="inlineStr"><is><t>a</t></is></c><c t="str"><f>IF(1,"","")</f><v></v></c></row>'
    expect(await read('xlsx', xlsx({ sheets: [{ name: 'S', rows }] }))).toEqual({ text: ['[S] a'] })
  })

  test('names formulas without a result', async () => {
    const rows = '<row><c t="inlineStr"><is><t>Total</t></is></c><c><f>SUM(A1:A9)</f></c></row>'
    expect(await read('xlsx', xlsx({ sheets: [{ name: 'S', rows }] }))).toEqual({
      text: ['[S] Total'],
      missing:
        'The sheet "S" has formulas without a stored result: 1. Open the file in a spreadsheet program and save it.',
    })
  })

  test.each([
    ['that unpacks to more than 64 MB', xlsx({ sheets: [{ name: 'S', rows: 'x'.repeat(65 << 20) }] }), 'inflated'],
    ['with a password', Buffer.from('d0cf11e0a1b11ae1ffff', 'hex'), 'encrypted'],
    ['that is another archive', zip({ 'a.txt': 'x' }), 'damaged'],
  ])('%s is rejected', async (_, file, problem) =>
    expect(await read('xlsx', file)).toEqual({ text: undefined, problem }),
  )
})

test.each([
  ['before', Buffer.concat([Buffer.from('MZ program\r\n'), docx(['Two years.'])])],
  ['after', Buffer.concat([docx(['Two years.']), Buffer.from('\r\n')])],
  ['before and after', Buffer.concat([Buffer.from('\r\n\r\n'), docx(['Two years.']), Buffer.from('\r\n--boundary--')])],
])('a Word document is read with bytes %s its archive', async (_, file) => {
  expect(await read('docx', file)).toEqual({ text: ['Two years.'] })
})

const RELATIONSHIPS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships ${RELATIONSHIPS}>${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`
const para = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (type: string, ...texts: readonly string[]) =>
  `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><p:txBody>${texts.map(para).join('')}</p:txBody></p:sp>`

test('a presentation is read in the order of its slides, with tables and notes', async () => {
  const table = `<a:tbl><a:tr><a:tc>${para('Size')}</a:tc><a:tc>${para('Price')}</a:tc></a:tr><a:tr><a:tc>${para('M')}</a:tc><a:tc>${para('20')}</a:tc></a:tr></a:tbl>`
  const file = zip({
    '_rels/.rels': rels(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="2" r:id="rB"/><p:sldId id="1" r:id="rA"/><p:sldId id="3" r:id="rC"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': rels(
      ['rA', 'slide', 'slides/slide1.xml'],
      ['rB', 'slide', 'slides/slide2.xml'],
      ['rC', 'slide', 'slides/slide3.xml'],
    ),
    'ppt/slides/slide1.xml': `<p:sld>${shape('title', 'Sizes')}<p:graphicFrame>${table}</p:graphicFrame></p:sld>`,
    'ppt/slides/slide2.xml': `<p:sld>${shape('ctrTitle', 'Welcome')}${shape('body', 'We open', 'in May')}${shape('sldNum', '1')}</p:sld>`,
    'ppt/slides/_rels/slide2.xml.rels': rels(['n', 'notesSlide', '../notesSlides/notesSlide1.xml']),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes>${shape('body', 'Say the date')}</p:notes>`,
    'ppt/slides/slide3.xml': '<p:sld><p:pic><a:blip/></p:pic></p:sld>',
  })
  expect(await read('pptx', file)).toEqual({
    text: ['[Slide 1: Welcome] We open\nin May\n\nNotes:\n\nSay the date', '[Slide 2: Sizes] Size | Price\nM | 20'],
    missing: 'These slides are pictures without text: 3. Write their text in the notes of the slides.',
  })
})

const presentation = (slide: string, related: Readonly<Record<string, string>> = {}) =>
  zip({
    '_rels/.rels': rels(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml':
      '<x:presentation><x:sldIdLst><x:sldId id="1" rel:id="a"/><x:sldId id="2" rel:id="b"/></x:sldIdLst></x:presentation>',
    'ppt/_rels/presentation.xml.rels': rels(['a', 'slide', 'slides/slide1.xml'], ['b', 'slide', 'slides/slide2.xml']),
    'ppt/slides/slide1.xml': `<p:sld>${slide}</p:sld>`,
    'ppt/slides/slide2.xml': `<x:sld><x:sp>${para('End').replaceAll('a:', 'd:')}</x:sp></x:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': rels(
      ...Object.keys(related).map((type, index) => [`r${index}`, type, `../parts/${type}.xml`] as const),
    ),
    ...Object.fromEntries(Object.entries(related).map(([type, content]) => [`ppt/parts/${type}.xml`, content])),
  })
const cells = (...texts: readonly string[]) =>
  texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')
const picture = (descr: string) =>
  `<p:pic><p:cNvPr id="1" name="a" descr="${descr}"/><a:blip/><p:spPr><a:xfrm><a:ext cx="9000000" cy="6000000"/></a:xfrm></p:spPr></p:pic>`

test.each([
  [
    'a chart',
    presentation('<p:graphicFrame/>', {
      chart: `<c:ser><c:tx>${cells('Chairs')}</c:tx><c:cat>${cells('May')}</c:cat><c:val>${cells('7')}</c:val></c:ser>`,
    }),
    '[Slide 1] | Chairs\nMay | 7',
  ],
  ['the description of a picture', presentation(picture('Oak costs 5')), '[Slide 1] Oak costs 5'],
  [
    'a formula once',
    presentation(
      `<mc:AlternateContent><mc:Choice><p:sp><a:p><m:r><m:t>a=5</m:t></m:r></a:p></p:sp></mc:Choice><mc:Fallback><p:sp>${para('a=5')}</p:sp></mc:Fallback></mc:AlternateContent>`,
    ),
    '[Slide 1] a=5',
  ],
  [
    'a cell over two rows',
    presentation(
      `<a:tbl><a:tr><a:tc rowSpan="2">${para('Oak')}</a:tc><a:tc>${para('5')}</a:tc></a:tr><a:tr><a:tc vMerge="1"/><a:tc>${para('6')}</a:tc></a:tr></a:tbl>`,
    ),
    '[Slide 1] Oak | 5\nOak | 6',
  ],
  ['a slide that is only a title', presentation(shape('title', 'Closed in August')), 'Slide 1: Closed in August'],
])('a presentation is read with %s', async (_, file, text) => {
  expect(await read('pptx', file)).toMatchObject({ text: expect.arrayContaining([expect.stringContaining(text)]) })
})

test('a slide with a title and a large picture says that the picture is missing', async () => {
  const slide = shape('title', 'Prices') + picture('')
  expect(await read('pptx', presentation(slide))).toMatchObject({ missing: expect.stringContaining('text: 1.') })
  expect(await read('pptx', presentation(slide + shape('body', 'Oak costs 5')))).toMatchObject({
    missing: expect.stringContaining('large pictures beside little text: 1.'),
  })
  const much = shape('body', 'Oak costs 5 EUR a metre. '.repeat(10))
  expect(await read('pptx', presentation(slide + much))).not.toHaveProperty('missing')
})

test.each([
  ['values without a text', 'office:value-type="float" office:value="49.9"', '49.9'],
  ['dates without a text', 'office:date-value="2026-05-01T00:00:00"', '2026-05-01'],
  ['currencies without a text', 'office:value="5" office:currency="EUR"', '5 EUR'],
  ['texts in an attribute', 'office:string-value="Oak"', 'Oak'],
])('an OpenDocument sheet is read with %s', async (_, attributes, text) => {
  const content = `<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell ${attributes}/></table:table-row></table:table></office:spreadsheet>`
  expect(await read('ods', zip({ 'content.xml': content }))).toEqual({ text: [`[S] ${text}`] })
})

test('OpenDocument files are read with charts, descriptions and notes of cells', async () => {
  const frame = '<draw:frame><draw:image/><svg:desc>Map: Mill Lane 8</svg:desc></draw:frame>'
  const content = `<office:text><text:p>See ${frame} here</text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><text:p>x<office:annotation><text:p>remark</text:p></office:annotation></text:p></office:text>`
  const chart =
    '<chart:chart><table:table><table:table-row><table:table-cell><text:p>May</text:p></table:table-cell><table:table-cell office:value="7"/></table:table-row></table:table></chart:chart>'
  expect(await read('odt', zip({ 'content.xml': content, 'Object 1/content.xml': chart }))).toEqual({
    text: ['See Map: Mill Lane 8 here\n\nx\n\nMay | 7'],
    missing: 'Comments on the text are not read. Write them into the text, if they matter.',
  })
  const sheet =
    '<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell><office:annotation><text:p>only in May</text:p></office:annotation><text:p>Oak</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>'
  expect(await read('ods', zip({ 'content.xml': sheet }))).toEqual({ text: ['[S] only in May / Oak'] })
})

test('an OpenDocument presentation names slides that are pictures', async () => {
  const content =
    '<office:presentation><draw:page><draw:frame><draw:image/></draw:frame></draw:page><draw:page><text:p>Open</text:p></draw:page><draw:page/></office:presentation>'
  expect(await read('odp', zip({ 'content.xml': content }))).toEqual({
    text: ['[Slide 2] Open'],
    missing: 'These slides are pictures without text: 1. Write their text in the notes of the slides.',
  })
})

const book = (items: readonly string[], spine: string, files: Readonly<Record<string, string>>) =>
  zip({
    'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
    'a.opf': `<package><manifest>${items.map((href) => `<item id="${href}" href="${href}"/>`).join('')}</manifest><spine>${spine}</spine></package>`,
    ...files,
  })

test('a book is read with XHTML, without an order, and with odd names', async () => {
  const chapter =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><p>Fact</p></body></html>'
  expect(await read('epub', book(['100%.xhtml'], '', { '100%.xhtml': chapter }))).toEqual({ text: ['Fact'] })
})

test('a book with encrypted chapters is rejected, and pictures are named', async () => {
  const encryption = (uri: string) => ({
    'META-INF/encryption.xml': `<encryption><CipherReference URI="${uri}"/></encryption>`,
  })
  const files = { 'a.xhtml': '<p>Fact</p>' }
  const spine = '<itemref idref="a.xhtml"/>'
  expect(await read('epub', book(['a.xhtml'], spine, { ...files, ...encryption('a.xhtml') }))).toMatchObject({
    problem: 'encrypted',
  })
  expect(await read('epub', book(['a.xhtml'], spine, { ...files, ...encryption('f.otf') }))).toEqual({ text: ['Fact'] })
  const scans = ['1', '2', '3'].map((name) => `${name}.xhtml`)
  const pages = Object.fromEntries(scans.map((name) => [name, '<body><img src="a.jpg"/></body>']))
  expect(await read('epub', book(['a.xhtml', ...scans], '', { ...files, ...pages }))).toMatchObject({
    missing: expect.stringContaining('3 chapters'),
  })
})

test('an OpenDocument text is read with headings, tables, and page footers', async () => {
  const content = `<office:document-content><office:body><office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
    <text:h text:outline-level="1">Care</text:h><text:p>Oil<text:s/>it <text:span>every</text:span> spring<text:note><text:note-body><text:p>Linseed</text:p></text:note-body></text:note>.</text:p>
    <table:table><table:table-row><table:table-cell><text:p>Wood</text:p></table:table-cell><table:table-cell><text:p>Oil</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Oak</text:p></table:table-cell><table:table-cell><text:p>twice</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`
  const styles =
    '<office:document-styles><style:master-page><style:footer><text:p>Mill Lane 4</text:p></style:footer></style:master-page></office:document-styles>'
  expect(await read('odt', zip({ 'content.xml': content, 'styles.xml': styles }))).toEqual({
    text: ['[Care] Oil it every spring (Linseed).\n\nWood | Oil\nOak | twice', 'Mill Lane 4'],
  })
})

test('an OpenDocument sheet is read with repeated and merged cells', async () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const content = `<office:document-content><office:spreadsheet><table:table table:name="Tyres"><table:table-row>${cell('Size')}${cell('Price')}</table:table-row>
    <table:table-row>${cell('26', 'table:number-rows-spanned="2"')}${cell('29,00 €')}</table:table-row><table:table-row><table:covered-table-cell/>${cell('31,00 €')}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>
    <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:document-content>`
  expect(await read('ods', zip({ 'content.xml': content }))).toEqual({
    text: ['[Tyres] Size | Price\n26 | 29,00 €\n26 | 31,00 €'],
  })
  const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'
  expect(await read('ods', zip({ 'content.xml': 'x', 'META-INF/manifest.xml': manifest }))).toMatchObject({
    problem: 'encrypted',
  })
})

test('a book is read in the order of its chapters', async () => {
  const file = zip({
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
    'OEBPS/a.opf':
      '<package><manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="two%20b.xhtml"/><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'OEBPS/nav.xhtml': '<html><body>Contents</body></html>',
    'OEBPS/one.xhtml':
      '<?xml version="1.0" encoding="UTF-8"?><html><head><title>One</title></head><body><h1>One</h1><p>Größe</p></body></html>',
    'OEBPS/two b.xhtml': '<html><body><h1>Two</h1><p>End</p></body></html>',
  })
  expect(await read('epub', file)).toEqual({ text: ['[One] Größe', '[Two] End'] })
})

test('rich text is read with its encodings and tables', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial;}}{\*\generator Word;}{\info{\title Hidden}}
{\b Opening} hours\'3a 9 to 5\par {\f1 \'d6\'e5\'ed\'e0} \u8364?5\line caf\'e9\par
\trowd\intbl Size\cell Price\cell\row\trowd\intbl M\cell 20 \{net\}\cell\row\pard Last line}`
  expect(await read('rtf', rtf)).toEqual({
    text: ['Opening hours: 9 to 5\n\nЦена €5\ncafé\n\nSize | Price\nM | 20 {net}\n\nLast line'],
  })
  expect(await read('rtf', 'plain text')).toMatchObject({ problem: 'damaged' })
})

test.each([
  ['the font of the document', R`\deff1{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\'d6\'e5\'ed\'e0`, 'Цена'],
  ['text after its font ends', R`{\fonttbl{\f0 A;}{\f1\fcharset204 B;}}\f1 \'d6\'e5 \plain Gr\'f6\'dfe`, 'Це Größe'],
  ['a line that ends with a backslash', 'one\\\ntwo', 'one\n\ntwo'],
  ['the result of an object', R`{\object\objemb{\*\objdata 0105}{\result Total 5}}`, 'Total 5'],
  ['a text that is there twice', R`{\upr{Gr?e}{\*\ud{Gr\u246?\u223?e}}} 5`, 'Größe 5'],
  ['a formula', R`Area {\mmath{\*\moMath{\mr a = 5}}}`, 'Area a = 5'],
  ['a tracked change', R`Now {\deleted\revised 9\'fc\~ }8\deleted 7\deleted0 6`, 'Now 86'],
])('rich text is read with %s', async (_, content, text) => {
  expect(await read('rtf', `\ufeff{\\rtf1\\ansi ${content}\\par}`)).toEqual({ text: [text] })
})

test('rich text in a code page of DOS is not read as another one', async () => {
  expect(await read('rtf', R`{\rtf1\pc Gr\'94\'e1e}`)).toMatchObject({ problem: 'unknown_encoding' })
  expect(await read('rtf', R`{\rtf1\pc Size}`)).toEqual({ text: ['Size'] })
  const file = Buffer.from(R`{\rtf1\ansi\ansicpg850 Gr\'f6\'dfe}`)
  expect(await readFile(file, DOCUMENT_TYPES.rtf)).toEqual({ problem: 'unknown_encoding' })
  expect(await readFile(file, DOCUMENT_TYPES.rtf, 'windows-1252')).toMatchObject({ passages: [{ text: 'Größe' }] })
})

test('a mail is read with its attachments', async () => {
  const mail = [
    'From: Shop <shop@shop.example>',
    'Subject: =?utf-8?Q?Preise_f=C3=BCr_Mai?=',
    'Date: Fri, 1 May 2026 10:00:00 +0000',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=windows-1251',
    'Content-Transfer-Encoding: 8bit',
    '',
    '@@',
    '--b',
    'Content-Type: text/csv; name=p.csv',
    'Content-Disposition: attachment; filename=p.csv',
    '',
    'Item;Price',
    'Oak;5',
    '--b',
    'Content-Type: application/x-thing; name=a.bin',
    'Content-Disposition: attachment; filename=a.bin',
    '',
    'x',
    '--b--',
  ].join('\r\n')
  const [before = '', after = ''] = mail.split('@@')
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xd6, 0xe5, 0xed, 0xe0]), Buffer.from(after)])
  expect(await read('eml', bytes)).toEqual({
    text: [
      'Subject: Preise für Mai\nFrom: Shop shop@shop.example\nDate: 2026-05-01',
      'Цена',
      '[p.csv] Item | Price\nOak | 5',
    ],
    missing: 'The attachment a.bin is not read. Save it as PDF, xlsx or text, and upload that.',
  })
})
