import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { isUnattempted, LEASE_MILLISECONDS } from '../attempt/lease.ts'
import { DeliveryEntity, type DeliveryItem } from '../delivery-entity.ts'
import { allShards } from '../shards.ts'
import type { WebhookItem } from '../webhooks/webhook-entity.ts'
import { type FailureRun, interrupts } from './failure-run.ts'

const PAGE = 100
/** Pages of a shard that are read from its newest delivery: a slow endpoint has many deliveries in progress. */
const LATEST_PAGES = 5
/** The worker has 30 seconds. What is left is searched in another message. */
const LONGEST_MILLISECONDS = 10_000

export type SearchedDelivery = Pick<
  DeliveryItem,
  'id' | 'event' | 'test' | 'status' | 'createdAt' | 'finishedAt' | 'attemptCount' | 'leaseUntil'
>

interface SuccessSearch {
  /** The id from which the log is searched. */
  readonly from: string
  /** Attempts that began before this time may become a success between the failures. */
  readonly since: EpochMs
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
 * Searches the log of a webhook for a success that interrupts a run of failures. Reads the newest deliveries first, so
 * that a busy webhook with some failures costs a page, and the success that it finds ends all earlier failures. Without
 * one, searches the log with strongly consistent reads, for at most ten seconds. Deliveries before the first one that is
 * still being attempted have ended, so a later search begins there.
 */
export async function searchSuccess(
  webhook: Pick<WebhookItem, 'id' | 'shards'>,
  run: FailureRun,
  search: SuccessSearch,
  clock: Clock,
): Promise<Searched> {
  const until = clock() + LONGEST_MILLISECONDS
  const shards = allShards(webhook).map((shard) => ({ webhookId: webhook.id, shard }))
  const latest = latestSuccess(run, await Promise.all(shards.map((key) => findLatest(key, run, search))))
  if (latest) return { success: latest, from: search.from, attempted: false, isComplete: true }
  const parts = await Promise.all(shards.map((key) => searchShard(key, run, search, () => clock() >= until)))
  const success = latestSuccess(
    run,
    parts.map((part) => part.success),
  )
  return {
    ...(success && { success }),
    from: parts.map(({ from }) => from).reduce((lowest, from) => (from < lowest ? from : lowest)),
    attempted: parts.some(({ attempted }) => attempted),
    isComplete: parts.every(({ isComplete }) => isComplete),
  }
}

interface ShardKey {
  readonly webhookId: string
  readonly shard: string
}

interface Page {
  readonly data: SearchedDelivery[]
  readonly cursor: string | null
}

async function readPage(
  key: ShardKey,
  { from }: SuccessSearch,
  options: { readonly consistent?: true; readonly order?: 'desc'; readonly cursor: string | null },
): Promise<Page> {
  return await DeliveryEntity.query
    .byId(key)
    .gte({ id: from })
    .go({
      ...options,
      limit: PAGE,
      attributes: ['id', 'event', 'test', 'status', 'createdAt', 'finishedAt', 'attemptCount', 'leaseUntil'],
    })
}

/** Returns the success that ended last of those that interrupt a run. */
function latestSuccess(
  run: FailureRun,
  deliveries: readonly (SearchedDelivery | undefined)[],
): SearchedDelivery | undefined {
  return deliveries
    .filter((delivery) => delivery !== undefined)
    .filter((delivery) => interrupts(run, delivery))
    .toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))[0]
}

/** Returns the latest success among the newest deliveries of a shard that interrupts the run. */
async function findLatest(
  key: ShardKey,
  run: FailureRun,
  search: SuccessSearch,
): Promise<SearchedDelivery | undefined> {
  let cursor: string | null = null
  for (let pages = 0; pages < LATEST_PAGES; pages++) {
    const page: Page = await readPage(key, search, { order: 'desc', cursor })
    const success = latestSuccess(run, page.data)
    if (success || page.cursor === null) return success
    cursor = page.cursor
  }
  return undefined
}

async function searchShard(
  key: ShardKey,
  run: FailureRun,
  search: SuccessSearch,
  isOver: () => boolean,
): Promise<Searched> {
  const { from, since } = search
  let last = from
  let firstAttempted: string | undefined
  let cursor: string | null = null
  do {
    const page: Page = await readPage(key, search, { consistent: true, cursor })
    const success = latestSuccess(run, page.data)
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
function isAttempted(delivery: SearchedDelivery, since: EpochMs): boolean {
  const { status, createdAt, leaseUntil = 0 } = delivery
  // A first attempt leaves no lease.
  if (isUnattempted(delivery)) return createdAt <= since
  return status === 'pending' && leaseUntil - LEASE_MILLISECONDS <= since && leaseUntil > since
}
