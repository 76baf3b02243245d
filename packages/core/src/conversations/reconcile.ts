import type { QueueName } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { DAY_MILLISECONDS } from '../platform/clock.ts'
import type { Out, ReconciledKind, ReconcileTimes } from '../platform/outbox/out.ts'
import { ConversationEntity } from './conversation-entity.ts'
import { UndoneMergeEntity } from './customers/merge-record-entity.ts'
import { MergedEntity } from './customers/moved-entity.ts'
import { HeldTurnEntity } from './held-turns/held-turn-entity.ts'
import { MessageEntity, type MessageItem } from './messages/message-entity.ts'
import { awaitsAnswer } from './messages/turn-message.ts'
import { effectiveRoute, type RoutedNumber } from './routing/effective-route.ts'
import { windowOut } from './service-window/arming-entity.ts'
import { isOverdue } from './service-window/window.ts'

/** Returns the kind of service windows. `find` finds a number by the provider's id. */
export function reconciledWindows(find: (phoneNumberId: string) => Promise<RoutedNumber | undefined>): ReconciledKind {
  return {
    name: 'service windows',
    entity: 'conversation',
    // Sandbox numbers have no window events. Those of a channel without a window are skipped below.
    filter: 'attribute_exists(#lastInboundAt) AND NOT begins_with(#phoneNumberId, :sandbox)',
    values: { ':sandbox': SANDBOX_PHONE_NUMBER_ID },
    attributes: [
      'organizationId',
      'id',
      'phoneNumberId',
      'lastInboundAt',
      'armed',
      'expiringFor',
      'closedFor',
      'routing',
      'webhookId',
    ],
    async overdue(stored, { now, dueBefore }) {
      const { data } = ConversationEntity.parse({ Item: { ...stored } })
      if (!data || data.phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)) return undefined
      if (capabilitiesOf(data).windowSeconds === null || !isOverdue(data, now, now - dueBefore)) return undefined
      // Without a webhook in the route, a window has no schedule.
      const number = data.armed === undefined ? await find(data.phoneNumberId) : undefined
      if (number && effectiveRoute(number, data).webhookId === null) return undefined
      return windowOut('check', data)
    },
  }
}

export const RECONCILED_TURNS: ReconciledKind = {
  name: 'turns',
  entity: 'message',
  filter: '#out.#q = :turns AND attribute_not_exists(#ti)',
  values: { ':turns': 'turns' satisfies QueueName },
  attributes: ['a', 'expiresAt', 'out', 'q', 'ti'],
  overdue(stored, times) {
    const { data } = MessageEntity.parse({ Item: { ...stored } })
    return data ? overdueTurn(data, times) : undefined
  },
}

/** Older messages cannot be answered, because the service window has closed. */
const ANSWERABLE_MILLISECONDS = DAY_MILLISECONDS

/** Returns the message for the turn of an overdue customer message, otherwise undefined. */
export function overdueTurn(
  message: Pick<MessageItem, 'takenAt' | 'turnId' | 'out'>,
  times: ReconcileTimes,
): Out | undefined {
  const { takenAt, out } = message
  if (!out || !awaitsAnswer(message) || !isUnanswered(takenAt, times)) return undefined
  return out
}

/** Returns whether the reply to an event at a time is overdue and still allowed. */
export function isUnanswered(at: EpochMs, { now, dueBefore }: ReconcileTimes): boolean {
  return at < dueBefore && at >= now - ANSWERABLE_MILLISECONDS
}

export const RECONCILED_MERGES: ReconciledKind = {
  name: 'merges',
  entity: 'merged',
  filter: 'attribute_exists(#out)',
  values: {},
  attributes: ['organizationId', 'id', 'to', 'at', 'out', 'expiresAt'],
  overdue(stored, { dueBefore }) {
    const { data } = MergedEntity.parse({ Item: { ...stored } })
    return data?.at !== undefined && data.at < dueBefore ? data.out : undefined
  },
}

export const RECONCILED_UNDOS: ReconciledKind = {
  name: 'undone merges',
  entity: 'undoneMerge',
  filter: 'attribute_exists(#at)',
  values: {},
  attributes: ['organizationId', 'id', 'at', 'out', 'expiresAt'],
  overdue(stored, { dueBefore }) {
    const { data } = UndoneMergeEntity.parse({ Item: { ...stored } })
    return data && data.at < dueBefore ? data.out : undefined
  },
}

export const RECONCILED_HELD_TURNS: ReconciledKind = {
  name: 'held turns',
  entity: 'heldTurn',
  filter: 'attribute_exists(#heldAt)',
  values: {},
  attributes: ['phoneNumberId', 'conversationId', 'organizationId', 'turn', 'heldAt', 'expiresAt', 'out'],
  overdue(stored, times) {
    const { data } = HeldTurnEntity.parse({ Item: { ...stored } })
    return data && isUnanswered(data.heldAt, times) ? data.out : undefined
  },
}
