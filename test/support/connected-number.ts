import type { EventName } from '@replywright/contract/envelope.ts'
import {
  NumberEntity,
  type NumberItem,
  NumberOwnershipEntity,
} from '@replywright/core/channel/numbers/number-entity.ts'
import { WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'

/** A number of the organisation `o` in tests that use the table in memory. */
export const NUMBER = {
  organizationId: 'o',
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
} as const

/** Stores a number and who owns it. */
export async function connectNumber(number: NumberItem = NUMBER): Promise<void> {
  await NumberEntity.put(number).go()
  await NumberOwnershipEntity.put(number).go()
}

/** Stores a webhook of the organisation `o` that gets the event of all numbers. */
export async function subscribeTo(event: EventName): Promise<void> {
  await WebhookEntity.put({
    ...{ organizationId: 'o', id: 'subscriber', userId: 'u', name: 'Subscriber', url: '', secret: '', createdAt: 0 },
    ...{ enabled: true, events: [event], allNumbers: true },
  }).go()
}
