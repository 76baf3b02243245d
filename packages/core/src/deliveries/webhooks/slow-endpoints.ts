import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/** A response after this time keeps a worker from other deliveries. */
const SLOW_MILLISECONDS = 1000
const SLOW_FOR_MILLISECONDS = 300_000

/**
 * Returns the fair-queue group of the messages of an organisation's deliveries. An organisation has one group, however
 * many endpoints it has, so that it does not delay others. Its slow endpoints have a group of their own, so that they
 * do not delay its other endpoints.
 */
export function deliveryGroup(organizationId: string, isSlow = false): string {
  return isSlow ? `slow:${organizationId}` : organizationId
}

/** Returns whether an endpoint was slow within the last five minutes. */
export function isSlowAt({ slowUntil = 0 }: Pick<WebhookItem, 'slowUntil'>, now: number): boolean {
  return slowUntil > now
}

export function isSlowResponse(durationMs: number): boolean {
  return durationMs >= SLOW_MILLISECONDS
}

/** Marks an endpoint as slow, unless it was marked shortly before. */
export async function markSlow(
  { organizationId, id, slowUntil = 0 }: Pick<WebhookItem, 'organizationId' | 'id' | 'slowUntil'>,
  now: number,
): Promise<void> {
  const until = now + SLOW_FOR_MILLISECONDS
  const renewed = until - SLOW_FOR_MILLISECONDS / 2
  if (slowUntil >= renewed) return
  await WebhookEntity.patch({ organizationId, id })
    .set({ slowUntil: until })
    .where((stored, { lt, notExists }) => `${notExists(stored.slowUntil)} OR ${lt(stored.slowUntil, renewed)}`)
    .go({ returnOnConditionCheckFailure: true })
}
