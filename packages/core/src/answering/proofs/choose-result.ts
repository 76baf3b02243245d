import type { ToolChoice } from '@replywright/contract/proof-fields.ts'
import type { FoundResult } from './recorded-results.ts'

/** A call of a tool in a proof. */
interface Call {
  /** What the author chose for the tool; undefined for nothing. */
  readonly choice: ToolChoice | undefined
  /** Whether the tool only reads. */
  readonly onlyReads: boolean
  /** Finds a recorded result of the same arguments. */
  readonly findSame: () => FoundResult | undefined
  /** Finds a recorded result of similar arguments. */
  readonly findNearest: () => FoundResult | undefined
}

/** Where the result of a call comes from. */
type Chosen =
  | { readonly source: 'recorded' | 'nearest'; readonly text: string }
  | { readonly source: 'canned'; readonly result: unknown }
  | { readonly source: 'live' | 'stopped' | 'none' }

/**
 * Chooses the result of a call: that of the same arguments, else the tool itself if it may run, else that of the most similar
 * arguments, else what the author chose for the tool.
 */
export function chooseResult({ choice, onlyReads, findSame, findNearest }: Call): Chosen {
  const same = findSame()
  if (same) return { source: 'recorded', text: same.text }
  if (choice === 'live_read_only' && onlyReads) return { source: 'live' }
  const nearest = findNearest()
  if (nearest) return { source: nearest.fit, text: nearest.text }
  if (choice === 'stop') return { source: 'stopped' }
  return typeof choice === 'object' ? { source: 'canned', result: choice.result } : { source: 'none' }
}
