import { type Archive, openArchive } from '../archive.ts'
import { chartBlocks, type ReadChart } from './chart.ts'
import { extendedChartBlocks } from './extended-chart.ts'
import { type Relationship, relationshipsOf } from './relationships.ts'
import { type FindCells, openWorkbook } from './workbook.ts'

/** Maximum size of the unpacked workbook of a chart. */
const LARGEST_WORKBOOK = 16 * 1024 * 1024

/**
 * Returns the chart that a part refers to; nothing for a part of another type.
 * @param findCells finds values that the chart does not store; by default in the workbook within the document
 */
export async function anyChartBlocks(
  archive: Archive,
  { type, target }: Pick<Relationship, 'type' | 'target'>,
  findCells?: FindCells,
): Promise<ReadChart> {
  if ((type !== 'chart' && type !== 'chartEx') || !archive.has(target)) return { blocks: [], lacksValues: false }
  const bytes = await archive.read(target)
  if (type === 'chart')
    return await chartBlocks(bytes, findCells ?? ((formula) => findInside(archive, target, formula)))
  return { blocks: await extendedChartBlocks(bytes), lacksValues: false }
}

/** Returns the values of cells of the workbook that belongs to a chart of a text or a presentation. */
async function findInside(archive: Archive, chart: string, formula: string): Promise<string[] | undefined> {
  const book = (await relationshipsOf(archive, chart)).find(({ type }) => type === 'package')
  if (!book || !archive.has(book.target)) return undefined
  try {
    const inner = await openArchive(await archive.read(book.target), LARGEST_WORKBOOK)
    return await (await openWorkbook(inner)).findCells(formula)
  } catch {
    return undefined
  }
}
