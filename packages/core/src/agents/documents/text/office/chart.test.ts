import { expect, test } from 'vitest'
import { blocksText } from '../block.ts'
import { zip } from '../testing/zip.ts'
import { chartBlocks } from './chart.ts'
import { extendedChartBlocks } from './extended-chart.ts'
import { readXlsx } from './xlsx.ts'

const numbers = (code: string, ...values: readonly (string | number)[]) =>
  `<c:numRef><c:f>S!A1</c:f><c:numCache><c:formatCode>${code}</c:formatCode>${values
    .map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)
    .join('')}</c:numCache></c:numRef>`

test('the dates, shares and prices of a chart are read as they are shown', async () => {
  const chart = `<c:chart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Discount</c:v></c:pt></c:strCache></c:strRef></c:tx>
    <c:cat>${numbers('yyyy\\-mm\\-dd', 46143, 46174)}</c:cat><c:val>${numbers('0%', 0.25, 0.300000000004)}</c:val></c:ser></c:chart>`
  const { blocks } = await chartBlocks(Buffer.from(chart), async () => undefined)
  expect(blocksText(blocks)).toBe(' | Discount\n2026-05-01 | 25%\n2026-06-01 | 30%')
})

const WATERFALL = `<cx:chartSpace><cx:chartData><cx:data id="0">
  <cx:strDim type="cat"><cx:f>S!A2:B3</cx:f>
    <cx:lvl ptCount="2"><cx:pt idx="0">Chairs</cx:pt><cx:pt idx="1">Lamps</cx:pt></cx:lvl>
    <cx:lvl ptCount="2"><cx:pt idx="0">Furniture</cx:pt><cx:pt idx="1">Light</cx:pt></cx:lvl></cx:strDim>
  <cx:numDim type="size"><cx:lvl ptCount="2" formatCode="General"><cx:pt idx="0">120</cx:pt><cx:pt idx="1">80</cx:pt></cx:lvl></cx:numDim>
  </cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Sales in May</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>
  <cx:plotArea><cx:plotAreaRegion><cx:series layoutId="treemap"><cx:tx><cx:txData><cx:f>S!C1</cx:f><cx:v>Sales</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`

test('a chart of later versions of Office is read with all levels of its names', async () => {
  expect(blocksText(await extendedChartBlocks(Buffer.from(WATERFALL)))).toBe(
    'Sales in May\n\n | Sales\nFurniture › Chairs | 120\nLight › Lamps | 80',
  )
})

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const chartSheet = (parts: Readonly<Record<string, string>>) =>
  zip({
    '_rels/.rels': rels(['r', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook><sheets><sheet name="Sales" r:id="c"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': rels(['c', 'chartsheet', 'chartsheets/sheet1.xml']),
    'xl/chartsheets/sheet1.xml': '<chartsheet><drawing r:id="d"/></chartsheet>',
    'xl/chartsheets/_rels/sheet1.xml.rels': rels(['d', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': '<xdr:wsDr><xdr:graphicFrame/></xdr:wsDr>',
    ...parts,
  })

test('a sheet that is a chart is read, or said to have no values', async () => {
  const related = { 'xl/drawings/_rels/drawing1.xml.rels': rels(['x', 'chartEx', '../charts/chart1.xml']) }
  const file = chartSheet({ ...related, 'xl/charts/chart1.xml': WATERFALL })
  const { sections } = await readXlsx({ bytes: file, encoding: undefined })
  expect(sections).toEqual([expect.objectContaining({ place: 'Sales', text: expect.stringContaining('Chairs | 120') })])
  expect(await readXlsx({ bytes: chartSheet({}), encoding: undefined })).toMatchObject({
    missing: ['The sheet "Sales" is a chart without stored values. Write them into cells.'],
  })
})
