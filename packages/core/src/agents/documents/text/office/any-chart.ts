import type { Archive } from '../archive.ts'
import type { Block } from '../block.ts'
import { chartBlocks } from './chart.ts'
import { extendedChartBlocks } from './extended-chart.ts'
import type { Relationship } from './relationships.ts'

/** Returns the chart that a part refers to; nothing for a part of another type. */
export async function anyChartBlocks(
  archive: Archive,
  { type, target }: Pick<Relationship, 'type' | 'target'>,
): Promise<Block[]> {
  if ((type !== 'chart' && type !== 'chartEx') || !archive.has(target)) return []
  const bytes = await archive.read(target)
  return type === 'chart' ? await chartBlocks(bytes) : await extendedChartBlocks(bytes)
}
