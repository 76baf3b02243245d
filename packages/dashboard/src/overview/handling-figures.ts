import { csvLine } from '@messaging/contract/csv.ts'
import type { HandledConversation } from '@messaging/contract/dashboard/handling.ts'

type Handled = Pick<HandledConversation, 'handledBy' | 'reason' | 'usd'>

const MOST_REASONS = 5

/** Returns the figures of conversations: their number by who handled them, the most frequent reasons, and the mean price. */
export function handlingFigures(conversations: readonly Handled[]) {
  const count = (...by: readonly HandledConversation['handledBy'][]) =>
    conversations.filter(({ handledBy }) => by.includes(handledBy)).length
  const reasons = new Map<string, number>()
  for (const { reason } of conversations) if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const total = conversations.length
  return {
    total,
    alone: count('agent'),
    aloneShare: total === 0 ? null : count('agent') / total,
    handedOver: count('asked', 'failed'),
    takenOver: count('person'),
    usdEach: total === 0 ? null : conversations.reduce((sum, { usd }) => sum + usd, 0) / total,
    reasons: [...reasons]
      .map(([reason, times]) => ({ reason, times }))
      .toSorted((one, other) => other.times - one.times)
      .slice(0, MOST_REASONS),
  }
}

const COLUMNS = ['id', 'contact', 'agentId', 'agentName', 'handledBy', 'reason', 'usd', 'lastMessageAt'] as const

/** Returns conversations as CSV. */
export function handlingCsv(conversations: readonly HandledConversation[]): string {
  return [COLUMNS, ...conversations.map((row) => COLUMNS.map((column) => String(row[column])))].map(csvLine).join('')
}
