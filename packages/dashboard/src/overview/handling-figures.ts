import { csvLine } from '@replywright/contract/csv.ts'
import type { HandledConversation } from '@replywright/contract/dashboard/overview.ts'
import { LEAST_SAMPLES } from '@replywright/contract/dashboard/statistics.ts'

type Handled = Pick<HandledConversation, 'handledBy' | 'reason' | 'failure' | 'firstAnswerMs' | 'usd'>

const MOST_REASONS = 5

/**
 * Returns the figures of conversations: their number by who handled them, the most frequent reasons and failures, the time to
 * the first answer, and the mean price.
 */
export function handlingFigures(conversations: readonly Handled[]) {
  const count = (...by: readonly HandledConversation['handledBy'][]) =>
    conversations.filter(({ handledBy }) => by.includes(handledBy)).length
  const total = conversations.length
  const waits = conversations.flatMap(({ firstAnswerMs }) => firstAnswerMs ?? [])
  return {
    total,
    alone: count('agent'),
    aloneShare: total === 0 ? null : count('agent') / total,
    handedOver: count('asked', 'failed'),
    takenOver: count('person'),
    usdEach: total === 0 ? null : conversations.reduce((sum, { usd }) => sum + usd, 0) / total,
    firstAnswer: { median: percentileOf(waits, 0.5), slowestTenth: percentileOf(waits, 0.9) },
    reasons: counted(conversations.flatMap(({ reason }) => reason || [])).slice(0, MOST_REASONS),
    failures: counted(conversations.flatMap(({ failure }) => failure ?? [])),
  }
}

/** Returns the distinct values with their counts, the most frequent first. */
function counted<Value extends string>(values: readonly Value[]) {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([cause, count]) => ({ cause, count })).toSorted((one, other) => other.count - one.count)
}

/** Returns the value that `share` (0 to 1) of the values do not exceed, or null if there are too few. */
function percentileOf(values: readonly number[], share: number): number | null {
  if (values.length < LEAST_SAMPLES) return null
  return values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? null
}

/** Returns the figures of each agent, with the most conversations first. Deleted agents are together. */
export function figuresByAgent(conversations: readonly HandledConversation[]) {
  const byAgent = Map.groupBy(conversations, ({ agentId, agentName }) => (agentName ? agentId : ''))
  return [...byAgent]
    .map(([agentId, own]) => ({ agentId, name: own[0]?.agentName ?? '', ...handlingFigures(own) }))
    .toSorted((one, other) => other.total - one.total)
}

const COLUMNS = [
  'id',
  'contact',
  'agentId',
  'agentName',
  'handledBy',
  'reason',
  'failure',
  'firstAnswerMs',
  'usd',
  'lastMessageAt',
] as const

/** Returns conversations as CSV. */
export function handlingCsv(conversations: readonly HandledConversation[]): string {
  return [COLUMNS, ...conversations.map((row) => COLUMNS.map((column) => String(row[column] ?? '')))]
    .map(csvLine)
    .join('')
}
