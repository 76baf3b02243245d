import type { Clock } from '../platform/clock.ts'
import { DeliveryEntity, type DeliveryItem } from './delivery-entity.ts'
import { type FailureRun, interrupts } from './failure-run.ts'
import { isUnattempted } from './first-attempt.ts'
import { LEASE_MILLISECONDS } from './lease.ts'
import { allShards } from './shards.ts'
import type { WebhookItem } from './webhooks/webhook-entity.ts'

const PAGE = 100
/** The worker has 30 seconds. What is left is searched in another message. */
const LONGEST_MILLISECONDS = 10_000

export type SearchedDelivery = Pick<
  DeliveryItem,
  'id' | 'event' | 'test' | 'status' | 'createdAt' | 'finishedAt' | 'attemptCount' | 'leaseUntil'
>

interface SuccessSearch {
  /** The id from which the log is searched. */
  readonly from: string
  /** Attempts that began before this time (milliseconds) may become a success between the failures. */
  readonly since: number
}

/** `success` is a success that interrupts the run. Without one, a search goes on `from` an id. */
export interface Searched {
  readonly success?: SearchedDelivery
  /** The first delivery that is still being attempted; otherwise the newest one, or where the time was up. */
  readonly from: string
  /** Whether a delivery that began before `since` is still being attempted. */
  readonly attempted: boolean
  /** Whether the search reached the newest delivery. */
  readonly isComplete: boolean
}

/**
 * Searches the log of a webhook for a success that interrupts a run of failures, with strongly consistent reads, for at
 * most ten seconds. Deliveries before the first one that is still being attempted have ended, so a later search begins
 * there.
 */
export async function searchSuccess(
  webhook: Pick<WebhookItem, 'id' | 'shards'>,
  run: FailureRun,
  search: SuccessSearch,
  clock: Clock,
): Promise<Searched> {
  const until = clock() + LONGEST_MILLISECONDS
  const parts = await Promise.all(
    allShards(webhook).map((shard) =>
      searchShard({ webhookId: webhook.id, shard }, run, search, () => clock() >= until),
    ),
  )
  const success = parts.find((part) => part.success)?.success
  return {
    ...(success && { success }),
    from: parts.map(({ from }) => from).reduce((lowest, from) => (from < lowest ? from : lowest)),
    attempted: parts.some(({ attempted }) => attempted),
    isComplete: parts.every(({ isComplete }) => isComplete),
  }
}

async function searchShard(
  key: { readonly webhookId: string; readonly shard: string },
  run: FailureRun,
  { from, since }: SuccessSearch,
  isOver: () => boolean,
): Promise<Searched> {
  let last = from
  let firstAttempted: string | undefined
  let cursor: string | null = null
  do {
    const page: { data: SearchedDelivery[]; cursor: string | null } = await DeliveryEntity.query
      .byId(key)
      .gte({ id: from })
      .go({
        consistent: true,
        limit: PAGE,
        cursor,
        attributes: ['id', 'event', 'test', 'status', 'createdAt', 'finishedAt', 'attemptCount', 'leaseUntil'],
      })
    const success = page.data.find((delivery) => interrupts(run, delivery))
    if (success) return { success, from, attempted: false, isComplete: true }
    firstAttempted ??= page.data.find((delivery) => isAttempted(delivery, since))?.id
    last = page.data.at(-1)?.id ?? last
    cursor = page.cursor
  } while (cursor !== null && !isOver())
  return {
    from: firstAttempted ?? last,
    attempted: firstAttempted !== undefined,
    isComplete: cursor === null,
  }
}

/** Returns whether a delivery that began before `since` may still be being attempted. */
function isAttempted(delivery: SearchedDelivery, since: number): boolean {
  const { status, createdAt, leaseUntil = 0 } = delivery
  // A first attempt leaves no lease.
  if (isUnattempted(delivery)) return createdAt <= since
  return status === 'pending' && leaseUntil - LEASE_MILLISECONDS <= since && leaseUntil > since
}
