import type { DeliveryItem } from './delivery-entity.ts'

/** Returns whether a delivery is a test: it counts nowhere, and is sent to disabled webhooks, too. */
export function isTest({ event, test }: Pick<DeliveryItem, 'event' | 'test'>): boolean {
  return event === 'test.ping' || test === true
}
