import { expect, test } from 'vitest'
import { readAs } from '../testing/read.ts'
import { xlsx } from '../testing/xlsx.ts'
import { zip } from '../testing/zip.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (...cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`

/** Builds a workbook of sheets, given as XML after their rows, with other parts. */
function book(
  sheets: readonly { readonly name: string; readonly xml: string; readonly state?: string; readonly rels?: string }[],
  {
    names = '',
    parts = {},
  }: { readonly names?: string; readonly parts?: Readonly<Record<string, string | Uint8Array>> } = {},
) {
  return zip({
    '_rels/.rels': rels(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook><sheets>${sheets.map(({ name, state = 'visible' }, index) => `<sheet name="${name}" state="${state}" r:id="s${index}"/>`).join('')}</sheets><definedNames>${names}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      ...sheets.map((_, index) => [`s${index}`, 'worksheet', `worksheets/s${index}.xml`] as const),
    ),
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [`xl/worksheets/s${index}.xml`, `<worksheet>${xml}</worksheet>`]),
    ),
    ...Object.fromEntries(
      sheets.flatMap((sheet, index) => (sheet.rels ? [[`xl/worksheets/_rels/s${index}.xml.rels`, sheet.rels]] : [])),
    ),
    ...parts,
  })
}

const order = `<sheetData>${row('Colour')}</sheetData>`
const validation = (formula: string) =>
  `<dataValidations><dataValidation type="list" sqref="B2:B9"><formula1>${formula}</formula1></dataValidation></dataValidations>`
const list = {
  name: 'Lists',
  state: 'hidden',
  xml: `<sheetData>${row('Oak')}${row('Pine')}${row('Cherry')}</sheetData>`,
}
const chart = (reference: string) =>
  `<c:chart><c:ser><c:tx><c:strRef><c:f>Lists!$B$1</c:f></c:strRef></c:tx><c:cat><c:strRef><c:f>${reference}</c:f></c:strRef></c:cat></c:ser></c:chart>`
const drawing = (xml: string) => ({ 'xl/drawings/d.xml': `<xdr:wsDr>${xml}</xdr:wsDr>` })
const drawingOf = rels(['d', 'drawing', '../drawings/d.xml'])

test.each([
  [
    'written choices of a cell',
    book([{ name: 'Order', xml: order + validation('"Oak,Pine,Cherry"') }]),
    'B2:B9: Oak, Pine, Cherry',
  ],
  [
    'choices of a hidden sheet',
    book([{ name: 'Order', xml: order + validation('Lists!$A$1:$A$3') }, list]),
    'Oak, Pine, Cherry',
  ],
  [
    'choices with a name',
    book([{ name: 'Order', xml: order + validation('Woods') }, list], {
      names: '<definedName name="Woods">\'Lists\'!$A$1:$A$2</definedName>',
    }),
    'Oak, Pine',
  ],
  [
    'choices of a newer workbook',
    book([
      {
        name: 'Order',
        xml: `${order}<extLst><ext><x14:dataValidations><x14:dataValidation type="list"><x14:formula1><xm:f>Lists!$A$2:$A$3</xm:f></x14:formula1><xm:sqref>B2</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`,
      },
      list,
    ]),
    'B2: Pine, Cherry',
  ],
  [
    'advice at a cell',
    book([
      {
        name: 'Order',
        xml: `${order}<dataValidations><dataValidation type="whole" promptTitle="Pieces" prompt="At most 50 pieces" sqref="B2"><formula1>1</formula1></dataValidation></dataValidations>`,
      },
    ]),
    'At most 50 pieces',
  ],
  [
    'the header and footer of a printed sheet',
    book([
      {
        name: 'Order',
        xml: `${order}<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Prices 2026&amp;R&amp;P of &amp;N</oddHeader><oddFooter>&amp;CWithout VAT &amp;&amp; freight</oddFooter></headerFooter>`,
      },
    ]),
    'Without VAT & freight',
  ],
  [
    'a chart without values, whose cells are on a hidden sheet',
    book([{ name: 'Order', xml: order, rels: drawingOf }, list], {
      parts: {
        ...drawing(''),
        'xl/drawings/_rels/d.xml.rels': rels(['c', 'chart', '../charts/c.xml']),
        'xl/charts/c.xml': chart('Lists!$A$1:$A$3'),
      },
    }),
    'Cherry',
  ],
  [
    'a diagram',
    book([{ name: 'Order', xml: order, rels: drawingOf }], {
      parts: {
        ...drawing(''),
        'xl/drawings/_rels/d.xml.rels': rels(['c', 'diagramData', '../diagrams/data.xml']),
        'xl/diagrams/data.xml':
          '<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>First order, then pay</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>',
      },
    }),
    'First order, then pay',
  ],
  [
    'a comment of several people',
    book([{ name: 'Order', xml: order, rels: rels(['c', 'threadedComment', '../threaded/c.xml']) }], {
      parts: {
        'xl/threaded/c.xml':
          '<ThreadedComments><threadedComment ref="A1"><text>Only from stock</text></threadedComment></ThreadedComments>',
      },
    }),
    'Only from stock',
  ],
  [
    'the caption of a control',
    book([{ name: 'Order', xml: order, rels: rels(['v', 'vmlDrawing', '../drawings/v.vml']) }], {
      parts: {
        'xl/drawings/v.vml':
          '<xml><v:shape><v:textbox><div>Express delivery</div></v:textbox><x:ClientData ObjectType="Checkbox"/></v:shape></xml>',
      },
    }),
    'Express delivery',
  ],
  [
    'parts of a text with formats',
    book([
      {
        name: 'S',
        xml: '<sheetData><row><c t="inlineStr"><is><r><t>Oak </t></r><r><t>chair</t></r></is></c></row></sheetData>',
      },
    ]),
    'Oak chair',
  ],
  [
    'a sheet of a name only',
    book([{ name: 'A & B', xml: order }].map((each) => ({ ...each, name: 'A &amp; B' }))),
    'A & B',
  ],
])('%s are read', async (_, file, fact) => {
  const { text, missing, problem } = await readAs('xlsx', file)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
})

test.each([
  [
    'a chart whose values are nowhere',
    book([{ name: 'Order', xml: order, rels: drawingOf }], {
      parts: {
        ...drawing(''),
        'xl/drawings/_rels/d.xml.rels': rels(['c', 'chart', '../charts/c.xml']),
        'xl/charts/c.xml': chart('[1]Other!$A$1:$A$3'),
      },
    }),
    'chart without stored values',
  ],
  ['choices whose cells are nowhere', book([{ name: 'Order', xml: order + validation('OFFSET(A1,0,0,9)') }]), 'B2:B9'],
  [
    'a file in a workbook',
    book([{ name: 'Order', xml: order, rels: rels(['o', 'package', '../embeddings/Terms.docx']) }], {
      parts: { 'xl/embeddings/Terms.docx': 'x' },
    }),
    'Terms.docx',
  ],
  [
    'a large picture beside few cells',
    book([{ name: 'Order', xml: order, rels: drawingOf }], {
      parts: drawing(
        '<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>2</xdr:row></xdr:from><xdr:to><xdr:col>8</xdr:col><xdr:row>40</xdr:row></xdr:to><xdr:pic><xdr:blipFill><a:blip r:embed="i"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor>',
      ),
    }),
    'picture',
  ],
])('%s is named', async (_, file, word) => {
  const { missing, problem } = await readAs('xlsx', file)
  expect({ missing, problem }).toEqual({ missing: expect.stringContaining(word), problem: undefined })
})

test('each row of a table with fifty columns says what its values are', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `Property number ${index}`)
  const rows = Array.from({ length: 20 }, (_, line) => row(...names.map((_name, index) => `v${line}-${index}`)))
  const { text } = await readAs('xlsx', xlsx({ sheets: [{ name: 'Wide', rows: [row(...names), ...rows].join('') }] }))
  expect(text).toContain('Property number 49: v19-49')
  const csv = [names.join(';'), ...rows.map((_, line) => names.map((_name, index) => `w${line}-${index}`).join(';'))]
  expect((await readAs('csv', csv.join('\r\n'))).text).toContain('Property number 31: w7-31')
})
