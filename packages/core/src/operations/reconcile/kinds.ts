import type { QueueName } from '@messaging/contract/queues.ts'
import { DocumentEntity } from '../../agents/documents/document-entity.ts'
import { FiredWakeUpEntity, WakeUpEntity } from '../../answering/wake-ups/wake-up-entity.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../../channel/numbers/sandbox-number.ts'
import { ConversationEntity } from '../../conversations/conversations/conversation-entity.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { effectiveRoute, type RoutedNumber } from '../../conversations/routing/effective-route.ts'
import { isOverdue } from '../../conversations/service-window/arming.ts'
import { windowOut } from '../../conversations/service-window/window-message.ts'
import { DeliveryEntity } from '../../deliveries/deliveries/delivery-entity.ts'
import { ReplayEntity } from '../../deliveries/replays/replay-entity.ts'
import type { Out } from '../../platform/table/out.ts'
import { isUnanswered, overdueDelivery, overdueStep, overdueTurn, type ReconcileTimes } from './overdue.ts'

/** A kind of item that waits for a message. */
export interface ReconciledKind {
  /** The plural name in reports. */
  readonly name: string
  /** The entity's name, stored in its items. */
  readonly entity: string
  /** An additional filter expression of DynamoDB, for example on the attribute `#s`. */
  readonly filter: string
  readonly values: Readonly<Record<string, string | number>>
  /** Stored names of the attributes that `filter` and `overdue` use. */
  readonly attributes: readonly string[]
  /** Returns the message to send for a stored item if it is overdue. */
  overdue(
    stored: Readonly<Record<string, unknown>>,
    times: ReconcileTimes,
    find: FindNumber,
  ): Out | undefined | Promise<Out | undefined>
}

/** Finds a number by the provider's id. */
export type FindNumber = (phoneNumberId: string) => Promise<RoutedNumber | undefined>

/** All kinds of items that depend on a message which could be lost. Add an entry for each new kind. */
export const RECONCILED_KINDS: readonly ReconciledKind[] = [
  {
    name: 'deliveries',
    entity: 'delivery',
    filter: '#s = :pendingDelivery',
    values: { ':pendingDelivery': 'pending' },
    attributes: ['s', 'c', 'x', 'expiresAt', 'out'],
    overdue(stored, times) {
      const { data } = DeliveryEntity.parse({ Item: { ...stored } })
      return data ? overdueDelivery(data, times) : undefined
    },
  },
  {
    name: 'service windows',
    entity: 'conversation',
    // Sandbox numbers have no window events.
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
    async overdue(stored, { now, dueBefore }, find) {
      const { data } = ConversationEntity.parse({ Item: { ...stored } })
      if (!data || data.phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)) return undefined
      if (!isOverdue(data, now, now - dueBefore)) return undefined
      // Without a webhook in the route, a window has no schedule.
      const number = data.armed === undefined ? await find(data.phoneNumberId) : undefined
      if (number && effectiveRoute(number, data).webhookId === null) return undefined
      return windowOut('check', data)
    },
  },
  {
    name: 'turns',
    entity: 'message',
    filter: '#out.#q = :turns AND attribute_not_exists(#ti)',
    values: { ':turns': 'turns' satisfies QueueName },
    attributes: ['a', 'expiresAt', 'out', 'q', 'ti'],
    overdue(stored, times) {
      const { data } = MessageEntity.parse({ Item: { ...stored } })
      return data ? overdueTurn(data, times) : undefined
    },
  },
  {
    name: 'wake-ups',
    entity: 'wakeUp',
    filter: 'attribute_not_exists(#settledAt)',
    values: {},
    attributes: ['organizationId', 'conversationId', 'id', 'fireAt', 'settledAt', 'expiresAt', 'out'],
    overdue(stored, { dueBefore }) {
      const { data } = WakeUpEntity.parse({ Item: { ...stored } })
      if (!data || data.settledAt !== undefined || data.fireAt >= dueBefore) return undefined
      return data.out
    },
  },
  {
    name: 'fired wake-ups',
    entity: 'firedWakeUp',
    filter: 'attribute_exists(#firedAt)',
    values: {},
    attributes: ['organizationId', 'conversationId', 'id', 'firedAt', 'expiresAt', 'out'],
    overdue(stored, times) {
      const { data } = FiredWakeUpEntity.parse({ Item: { ...stored } })
      return data && isUnanswered(data.firedAt, times) ? data.out : undefined
    },
  },
  {
    name: 'bulk replays',
    entity: 'replay',
    filter: '#s = :runningReplay',
    values: { ':runningReplay': 'running' },
    attributes: ['organizationId', 'webhookId', 'id', 's', 'step', 'updatedAt', 'expiresAt'],
    overdue(stored, times) {
      const { data } = ReplayEntity.parse({ Item: { ...stored } })
      return data ? overdueStep(data, times) : undefined
    },
  },
  {
    name: 'documents',
    entity: 'document',
    filter: '#s IN (:pendingDocument, :processingDocument)',
    values: { ':pendingDocument': 'pending', ':processingDocument': 'processing' },
    attributes: ['s', 'createdAt', 'arrivesUntil', 'out'],
    overdue(stored, { dueBefore }) {
      const { data } = DocumentEntity.parse({ Item: { ...stored } })
      if (!data || data.status === 'ready' || data.status === 'error') return undefined
      if (Math.max(data.createdAt, data.arrivesUntil) >= dueBefore) return undefined
      return data.out
    },
  },
]
