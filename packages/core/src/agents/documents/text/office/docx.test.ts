import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { expect, test } from 'vitest'
import { readFile } from '../read-file.ts'
import { zip } from '../testing/zip.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  `xmlns:r="${OFFICE}" xmlns:wps="urn:wps" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`,
].join(' ')

interface Part {
  readonly type: string
  readonly name: string
  readonly content: string | Uint8Array
}

async function read(body: string, parts: readonly Part[] = []) {
  const rels = (entries: readonly (readonly [string, string])[]) =>
    `<Relationships>${entries.map(([type, target], index) => `<Relationship Id="r${index}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`
  const file = zip({
    '_rels/.rels': rels([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': rels(parts.map(({ type, name }) => [type, name])),
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(parts.map(({ name, content }) => [`word/${name}`, content])),
  })
  const { passages = [], missing } = await readFile(file, DOCUMENT_TYPES.docx)
  return { text: passages.map(({ text }) => text).join('\n'), missing }
}

const p = (content: string) => `<w:p>${content}</w:p>`
const r = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const box = (text: string) =>
  `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${p(r(text))}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`
const alternative = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`

test.each([
  ['a simple field', p(`<w:fldSimple w:instr="DATE">${r('1 May')}</w:fldSimple>`), '1 May'],
  ['text with a direction', p(`<w:bdo>${r('one ')}</w:bdo><w:dir>${r('two')}</w:dir>`), 'one two'],
  [
    'annotated characters',
    p(`<w:r><w:ruby><w:rt>${r('とう')}</w:rt><w:rubyBase>${r('東')}</w:rubyBase></w:ruby></w:r>`),
    '東',
  ],
  ['a formula', p('<m:oMath><m:rPr/><m:r><m:t>a &lt; 5</m:t></m:r></m:oMath>'), 'a < 5'],
  [
    'a fraction',
    p(
      '<m:oMathPara><m:oMath><m:f><m:fPr><m:ctrlPr/></m:fPr><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>',
    ),
    '1/2',
  ],
  ['a carriage return', p('<w:r><w:t>y</w:t><w:cr/><w:t>z</w:t></w:r>'), 'y\nz'],
  ['CDATA', p('<w:r><w:t><![CDATA[5 < 6 & 7]]></w:t></w:r>'), '5 < 6 & 7'],
  ['a box', p(`${r('Base')}<w:r>${box('In the box')}</w:r>`), 'Base\n\nIn the box'],
  [
    'a box with a version for old programs',
    p(
      `<w:r>${alternative(box('Once'), `<w:pict><v:shape><v:textbox><w:txbxContent>${p(r('Once'))}</w:txbxContent></v:textbox></v:shape></w:pict>`)}</w:r>`,
    ),
    'Once',
  ],
  [
    'the version for old programs of what is only drawn',
    p(`<w:r>${alternative('<wps:symbol/>', '<w:t>old</w:t>')}</w:r>`),
    'old',
  ],
])('%s is read', async (_, body, text) => expect(await read(body)).toEqual({ text, missing: undefined }))

test('charts, diagrams and files of other programs are read', async () => {
  const values = (...texts: readonly string[]) =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')
  const chart = `<c:chartSpace><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser><c:tx>${values('Chairs')}</c:tx><c:cat>${values('May', 'June')}</c:cat><c:val>${values('4.9000000000000004', '7')}</c:val></c:ser><c:ser><c:tx>${values('Tables')}</c:tx><c:val>${values('1')}</c:val></c:ser></c:chartSpace>`
  const diagram = '<dgm:pt><dgm:t><a:p><a:r><a:t>Call 555</a:t></a:r></a:p></dgm:t></dgm:pt>'
  const { text, missing } = await read(p(r('Report')), [
    { type: 'chart', name: 'charts/chart1.xml', content: chart },
    { type: 'diagramData', name: 'diagrams/data1.xml', content: diagram },
    { type: 'aFChunk', name: 'a.html', content: '<p>Größe' },
    { type: 'aFChunk', name: 'a.rtf', content: '{\\rtf1 Rich}' },
    { type: 'package', name: 'embeddings/Prices.xlsx', content: 'x' },
  ])
  expect(text).toBe('Report\nSales\n\n| Chairs | Tables\nMay | 4.9 | 1\nJune | 7\nCall 555\nGröße\nRich')
  expect(missing).toBe('The file Prices.xlsx in the document is not read. Upload it as a document of its own.')
})

test('a document of pictures says so', async () => {
  const picture = (descr: string) =>
    p(
      `<w:r><w:drawing><wp:inline><wp:extent cx="7000000" cy="9000000"/><wp:docPr id="1" name="a" descr="${descr}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r0"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    )
  const parts = [{ type: 'image', name: 'media/a.png', content: 'x' }]
  expect((await read(p(r('Prices')) + picture(''), parts)).missing).toContain('1 large picture')
  expect(await read(p(r('Prices')) + picture('Oak costs 5'), parts)).toEqual({
    text: expect.stringContaining('Oak costs 5'),
    missing: undefined,
  })
  expect((await read(p(r('Words of the text. '.repeat(30))) + picture(''), parts)).missing).toBeUndefined()
})

test('headers of a file with another prefix are read', async () => {
  const header = '<x:hdr><x:p><x:r><x:t>Mill Lane 4</x:t></x:r></x:p></x:hdr>'
  expect((await read(p(r('Text')), [{ type: 'header', name: 'header1.xml', content: header }])).text).toBe(
    'Text\nMill Lane 4',
  )
})

test('hidden text is not read, and the hidden end of a paragraph hides nothing', async () => {
  const run = (text: string, vanish: string) => `<w:r><w:rPr><w:b/>${vanish}</w:rPr><w:t>${text}</w:t></w:r>`
  const body = [
    p(`${r('Price 49. ')}${run('Buying price 20.', '<w:vanish/>')}`),
    p(`<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Shown.', '<w:vanish w:val="0"/>')}`),
  ]
  const { text } = await read(body.join(''))
  expect(text).toContain('Price 49.')
  expect(text).toContain('Shown.')
  expect(text).not.toContain('Buying')
})
