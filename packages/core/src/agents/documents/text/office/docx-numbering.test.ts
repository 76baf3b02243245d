import { expect, test } from 'vitest'
import { readAs } from '../testing/read.ts'
import { zip } from '../testing/zip.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const rels = (entries: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([type, target], index) => `<Relationship Id="r${index}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const list = (id: number, ...levels: readonly string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
const use = (id: number, of: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`
const style = (id: string, name: string, content = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${content}</w:style>`
const numbered = (id: number, at?: number) =>
  `<w:numPr>${at === undefined ? '' : `<w:ilvl w:val="${at}"/>`}<w:numId w:val="${id}"/></w:numPr>`
const p = (text: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`

async function read(body: string, numbering: string, styles = '') {
  const file = zip({
    '_rels/.rels': rels([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': rels([
      ['numbering', 'numbering.xml'],
      ['styles', 'styles.xml'],
    ]),
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering ${W}>${numbering}</w:numbering>`,
    'word/styles.xml': `<w:styles ${W}>${styles}</w:styles>`,
  })
  const { text, missing, problem } = await readAs('docx', file)
  return { lines: text.split(/\n+/), missing, problem }
}

const outline = (first: string, second: string) =>
  list(
    0,
    level(0, 'decimal', first, '<w:pStyle w:val="Heading1"/>'),
    level(1, 'decimal', second, '<w:pStyle w:val="Heading2"/>'),
  )
const HEADINGS =
  style('Heading1', 'heading 1', `<w:pPr>${numbered(1)}</w:pPr>`) +
  style('Heading2', 'heading 2', `<w:pPr>${numbered(1, 1)}</w:pPr>`) +
  style('Clause', 'Clause', '<w:basedOn w:val="Heading2"/>')

test.each<[string, string, string, string, readonly string[]]>([
  [
    'headings by their styles',
    p('Scope', styled('Heading1')) +
      p('Returns', styled('Heading1')) +
      p('Period', styled('Heading2')) +
      p('45 days') +
      p('Costs', styled('Heading2')) +
      p('Warranty', styled('Heading1')) +
      p('Length', styled('Heading2')),
    outline('%1.', '%1.%2') + use(1, 0),
    HEADINGS,
    [
      '1. Scope',
      '1. Scope',
      '2. Returns › 2.1 Period',
      '45 days',
      '2. Returns › 2.2 Costs',
      '2.2 Costs',
      '3. Warranty › 3.1 Length',
      '3.1 Length',
    ],
  ],
  [
    'styles that are based on others, and a heading without a number',
    p('A', styled('Heading1')) + p('Note', styled('Heading1') + numbered(0)) + p('B', styled('Clause')),
    outline('§ %1', '§ %1 (%2)') + use(1, 0),
    HEADINGS,
    ['§ 1 A', '§ 1 A', 'Note', '§ 1 (1) B'],
  ],
  [
    'articles and letters',
    p('Goods', numbered(1, 0)) +
      p('chairs', numbered(1, 1)) +
      p('tables', numbered(1, 1)) +
      p('Prices', numbered(1, 0)),
    list(0, level(0, 'upperRoman', 'Article %1:'), level(1, 'lowerLetter', '%2)')) + use(1, 0),
    '',
    ['Article I: Goods', 'a) chairs', 'b) tables', 'Article II: Prices'],
  ],
  [
    'a list that goes on after other text, and one that begins again',
    p('one', numbered(1)) + p('between') + p('two', numbered(1)) + p('again', numbered(2)) + p('later', numbered(3)),
    list(0, level(0, 'decimal', '%1.')) +
      use(1, 0) +
      use(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>') +
      use(3, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="40"/></w:lvlOverride>'),
    '',
    ['1. one', 'between', '2. two', '1. again', '40. later'],
  ],
  [
    'levels that go on, levels that begin in the middle, and digits below Roman numbers',
    p('A', numbered(1, 1)) + p('B', numbered(1, 0)) + p('C', numbered(1, 1)),
    list(0, level(0, 'upperRoman', '%1.'), level(1, 'decimal', '%1.%2', '<w:lvlRestart w:val="0"/><w:isLgl/>')) +
      use(1, 0),
    '',
    ['1.1 A', 'I. B', '1.2 C'],
  ],
  [
    'a list of a style of lists',
    p('A', numbered(1)) + p('B', numbered(1)),
    list(0, level(0, 'decimalZero', 'No. %1')) +
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Own"/></w:abstractNum>' +
      use(1, 1) +
      use(2, 0),
    `<w:style w:type="numbering" w:styleId="Own"><w:name w:val="Own"/><w:pPr>${numbered(2)}</w:pPr></w:style>`,
    ['No. 01 A', 'No. 02 B'],
  ],
  [
    'former and deleted paragraphs',
    p('A', `${numbered(1)}<w:pPrChange><w:pPr>${numbered(0)}</w:pPr></w:pPrChange>`) +
      `<w:p><w:pPr>${numbered(1)}<w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>` +
      p('B', numbered(1)),
    list(0, level(0, 'upperLetter', '%1 &lt;&amp;')) + use(1, 0),
    '',
    ['A <& A', 'B <& B'],
  ],
])('the automatic numbers of %s are read', async (_, body, numbering, styles, lines) => {
  expect(await read(body, numbering, styles)).toEqual({ lines, missing: '', problem: undefined })
})

test('bullets stay a list, and a number that is not declared is none', async () => {
  const body = p('Oak', numbered(1)) + p('Pine', numbered(1)) + p('End', numbered(9))
  const { lines } = await read(body, list(0, level(0, 'bullet', '')) + use(1, 0))
  expect(lines).toEqual(['- Oak', '- Pine', 'End'])
})

test('styles that are based on each other have no number', async () => {
  const styles = style('A', 'A', '<w:basedOn w:val="B"/>') + style('B', 'B', '<w:basedOn w:val="A"/>')
  expect((await read(p('Text', styled('A')), list(0, level(0, 'decimal', '%1')) + use(1, 0), styles)).lines).toEqual([
    'Text',
  ])
})
