import type { EpochMs } from '@replywright/contract/time.ts'
import { timeOfId } from '../../platform/clock.ts'
import type { DeliveryItem } from '../delivery-entity.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import type { FinalOutcomeItem } from './final-outcome-entity.ts'

/** Consecutive deliveries with the final outcome failed that disable a webhook (spec, Delivery mechanism). */
export const DISABLE_AFTER_FAILURES = 20

/** Consecutive failures after which the owner of a webhook is warned. */
export const WARN_AFTER_FAILURES = 10

/** A success that ends this long after its event leaves an outcome: a search of the latest deliveries misses it. */
export const FRESH_SUCCESS_MILLISECONDS = 30_000

export type FinalOutcome = Pick<FinalOutcomeItem, 'deliveryId' | 'kind' | 'begunAt' | 'finishedAt'>

type EndedDelivery = Pick<
  DeliveryItem,
  'id' | 'event' | 'test' | 'status' | 'cause' | 'roundStart' | 'finishedAt' | 'attempts' | 'createdAt'
>

/**
 * Returns the outcome that a delivery leaves for the failure count of its webhook, or undefined if it leaves none. A
 * failure counts once: not if nothing was sent, and not if the delivery fails again after a redrive. Test events never
 * count. A success usually leaves no outcome, because the log is searched for it when needed.
 */
export function finalOutcomeOf(delivery: EndedDelivery): FinalOutcome | undefined {
  const { id: deliveryId, status, cause, roundStart, finishedAt, attempts, createdAt } = delivery
  if (isTest(delivery) || finishedAt === undefined) return undefined
  const ended = { deliveryId, begunAt: attempts?.at(-1)?.at ?? createdAt, finishedAt }
  if (status === 'failed' && cause !== 'webhook_disabled' && roundStart === 0) return { ...ended, kind: 'failed' }
  if (status === 'delivered' && finishedAt - timeOfId(deliveryId) > FRESH_SUCCESS_MILLISECONDS)
    return { ...ended, kind: 'delivered' }
  return undefined
}

/**
 * Returns the consecutive failures at the end of a webhook's outcomes, at most 20. `outcomes` and the result are newest
 * first. Failures whose last attempt began before the webhook was enabled do not count. `succeededAt` is the end of a
 * success that may have left no outcome.
 */
export function failuresInARow<Outcome extends FinalOutcome>(
  outcomes: readonly Outcome[],
  { enabledAt = 0 }: Pick<WebhookItem, 'enabledAt'>,
  succeededAt = 0,
): Outcome[] {
  const end = outcomes.findIndex(({ kind, finishedAt }) => kind === 'delivered' || finishedAt <= succeededAt)
  // A failure that ended in the same millisecond as the success may sort after it.
  const { finishedAt: after = 0 } = outcomes[end] ?? {}
  return outcomes
    .slice(0, end < 0 ? undefined : end)
    .filter(({ begunAt, finishedAt }) => finishedAt > after && begunAt >= enabledAt)
    .slice(0, DISABLE_AFTER_FAILURES)
}

/** A run of failures that disables a webhook unless a delivery succeeded in between. */
export interface FailureRun {
  readonly first: FinalOutcome
  readonly last: FinalOutcome
}

/** Returns the run of failures to check for a success in between, or undefined if there are too few. */
export function findFailureRun(
  outcomes: readonly FinalOutcome[],
  webhook: Pick<WebhookItem, 'enabledAt'>,
): FailureRun | undefined {
  const failures = failuresInARow(outcomes, webhook)
  const [last, first] = [failures.at(0), failures.at(DISABLE_AFTER_FAILURES - 1)]
  return first && last && { first, last }
}

/** Returns the earliest event time of a success without outcome that ended after the first failure. */
export function searchedSince({ first }: FailureRun): EpochMs {
  return first.finishedAt - FRESH_SUCCESS_MILLISECONDS
}

/** Returns whether a delivery succeeded after the first failure of a run, so that the failures are not consecutive. */
export function interrupts(
  { first }: FailureRun,
  delivery: Pick<DeliveryItem, 'event' | 'test' | 'status' | 'finishedAt'>,
): boolean {
  const { status, finishedAt = 0 } = delivery
  return status === 'delivered' && !isTest(delivery) && finishedAt >= first.finishedAt
}

/** Returns whether a delivery is a test: it counts nowhere, and is sent to disabled webhooks, too. */
export function isTest({ event, test }: Pick<DeliveryItem, 'event' | 'test'>): boolean {
  return event === 'test.ping' || test === true
}
