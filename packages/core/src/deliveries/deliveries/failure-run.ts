import { timeOfId } from '../../platform/clock.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import type { FinalOutcomeItem } from './final-outcome-entity.ts'

/** A webhook is disabled by this many deliveries in a row whose final outcome is failed (spec, Delivery mechanism). */
export const DISABLE_AFTER_FAILURES = 20

/** A success that ends later than this after its event is not found among the latest deliveries: it leaves an outcome. */
export const FRESH_SUCCESS_MILLISECONDS = 30_000

export type FinalOutcome = Pick<FinalOutcomeItem, 'deliveryId' | 'kind' | 'begunAt' | 'finishedAt'>

type EndedDelivery = Pick<
  DeliveryItem,
  'id' | 'event' | 'status' | 'cause' | 'roundStart' | 'finishedAt' | 'attempts' | 'createdAt'
>

/**
 * The outcome that a delivery leaves for the count of its webhook's failures; undefined when it leaves none. A failure counts
 * once: not when nothing was sent, and not when a redrive of it fails again. Test events never count. A success usually leaves
 * nothing, because it is found in the log when it matters.
 */
export function finalOutcomeOf(delivery: EndedDelivery): FinalOutcome | undefined {
  const { id: deliveryId, event, status, cause, roundStart, finishedAt, attempts, createdAt } = delivery
  if (event === 'test.ping' || finishedAt === undefined) return undefined
  const ended = { deliveryId, begunAt: attempts?.at(-1)?.at ?? createdAt, finishedAt }
  if (status === 'failed' && cause !== 'webhook_disabled' && roundStart === 0) return { ...ended, kind: 'failed' }
  if (status === 'delivered' && finishedAt - timeOfId(deliveryId) > FRESH_SUCCESS_MILLISECONDS)
    return { ...ended, kind: 'delivered' }
  return undefined
}

/**
 * The failures in a row with which a webhook's outcomes end, the latest first, at most 20. Both are given the latest first.
 * Failures whose last attempt began before the webhook was enabled do not count. `succeededAt` is the end of a success that may
 * have left no outcome, in milliseconds.
 */
export function failuresInARow<Outcome extends FinalOutcome>(
  outcomes: readonly Outcome[],
  { enabledAt = 0 }: Pick<WebhookItem, 'enabledAt'>,
  succeededAt = 0,
): Outcome[] {
  const end = outcomes.findIndex(({ kind, finishedAt }) => kind === 'delivered' || finishedAt <= succeededAt)
  return outcomes
    .slice(0, end < 0 ? undefined : end)
    .filter(({ begunAt }) => begunAt >= enabledAt)
    .slice(0, DISABLE_AFTER_FAILURES)
}

/** Failures that disable a webhook unless a delivery succeeded in between. */
export interface Suspicion {
  readonly first: FinalOutcome
  readonly last: FinalOutcome
}

/** What to do after a failure: nothing (undefined), or to look for a success between the first and the last of these. */
export function suspicionOf(
  outcomes: readonly FinalOutcome[],
  webhook: Pick<WebhookItem, 'enabledAt'>,
): Suspicion | undefined {
  const failures = failuresInARow(outcomes, webhook)
  const [last, first] = [failures.at(0), failures.at(DISABLE_AFTER_FAILURES - 1)]
  return first && last && { first, last }
}

/** From when on events may belong to a success that ended after the first failure and left no outcome. In milliseconds. */
export function searchedSince({ first }: Suspicion): number {
  return first.finishedAt - FRESH_SUCCESS_MILLISECONDS
}

/** Whether a delivery succeeded after the first failure, so that the failures are not in a row. */
export function refutes(
  { first }: Suspicion,
  { event, status, finishedAt = 0 }: Pick<DeliveryItem, 'event' | 'status' | 'finishedAt'>,
): boolean {
  return status === 'delivered' && event !== 'test.ping' && finishedAt >= first.finishedAt
}
