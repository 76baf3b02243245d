import type { QueueName } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../channel/capabilities.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { DAY_MILLISECONDS } from '../platform/clock.ts'
import type { Out } from '../platform/outbox/out.ts'
import { type ReconciledKind, type ReconcileTimes, reconciledKind } from '../platform/outbox/reconciled-kind.ts'
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
  return reconciledKind({
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
    parse: (Item) => ConversationEntity.parse({ Item }),
    async overdue(conversation, { now, dueBefore }) {
      const { phoneNumberId, armed } = conversation
      if (phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)) return undefined
      if (capabilitiesOf(conversation).windowSeconds === null) return undefined
      if (!isOverdue(conversation, now, now - dueBefore)) return undefined
      // Without a webhook in the route, a window has no schedule.
      const number = armed === undefined ? await find(phoneNumberId) : undefined
      if (number && effectiveRoute(number, conversation).webhookId === null) return undefined
      return windowOut('check', conversation)
    },
  })
}

export const RECONCILED_TURNS = /* @__PURE__ */ reconciledKind({
  name: 'turns',
  entity: 'message',
  filter: '#out.#q = :turns AND attribute_not_exists(#ti)',
  values: { ':turns': 'turns' satisfies QueueName },
  attributes: ['a', 'expiresAt', 'out', 'q', 'ti'],
  parse: (Item) => MessageEntity.parse({ Item }),
  overdue: overdueTurn,
})

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

export const RECONCILED_MERGES = /* @__PURE__ */ reconciledKind({
  name: 'merges',
  entity: 'merged',
  filter: 'attribute_exists(#out)',
  values: {},
  attributes: ['organizationId', 'id', 'to', 'at', 'out', 'expiresAt'],
  parse: (Item) => MergedEntity.parse({ Item }),
  overdue({ at, out }, { dueBefore }) {
    return at !== undefined && at < dueBefore ? out : undefined
  },
})

export const RECONCILED_UNDOS = /* @__PURE__ */ reconciledKind({
  name: 'undone merges',
  entity: 'undoneMerge',
  filter: 'attribute_exists(#at)',
  values: {},
  attributes: ['organizationId', 'id', 'at', 'out', 'expiresAt'],
  parse: (Item) => UndoneMergeEntity.parse({ Item }),
  overdue({ at, out }, { dueBefore }) {
    return at < dueBefore ? out : undefined
  },
})

export const RECONCILED_HELD_TURNS = /* @__PURE__ */ reconciledKind({
  name: 'held turns',
  entity: 'heldTurn',
  filter: 'attribute_exists(#heldAt)',
  values: {},
  attributes: ['phoneNumberId', 'conversationId', 'organizationId', 'turn', 'heldAt', 'expiresAt', 'out'],
  parse: (Item) => HeldTurnEntity.parse({ Item }),
  overdue({ heldAt, out }, times) {
    return isUnanswered(heldAt, times) ? out : undefined
  },
})
