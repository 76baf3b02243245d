import { CAUSES } from '@messaging/contract/causes.ts'
import { EventName } from '@messaging/contract/envelope.ts'
import { DELIVERY_STATUSES } from '@messaging/contract/webhook-deliveries.ts'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'

/** The shortest text that is searched for. */
export const MIN_SEARCH = 3

/** The delivery filters in the URL. Times are ISO 8601. */
export const DeliveriesSearch = v.object({
  status: filter(v.picklist(DELIVERY_STATUSES)),
  replayed: filter(v.picklist(['true', 'false'])),
  webhookId: filter(v.string()),
  event: filter(EventName),
  cause: filter(v.picklist(CAUSES)),
  /** Excludes test events, as statistics do. */
  tests: filter(v.picklist(['hidden'])),
  since: filter(v.pipe(v.string(), v.isoTimestamp())),
  until: filter(v.pipe(v.string(), v.isoTimestamp())),
  q: filter(v.pipe(v.string(), v.trim(), v.minLength(MIN_SEARCH), v.maxLength(200))),
  cursor: filter(v.string()),
})
export type DeliveriesSearch = v.InferOutput<typeof DeliveriesSearch>

/** Returns the query of the filters. Only failed deliveries are filtered by their replays. */
export function queryOf({ replayed, ...search }: DeliveriesSearch) {
  return { ...search, ...(search.status === 'failed' && { replayed }) }
}

/** Returns whether a bulk replay covers a list: it has no search and no filter by cause. */
export function isReplayable({ status, replayed, q, cause }: DeliveriesSearch): boolean {
  return status === 'failed' && replayed !== 'true' && q === undefined && cause === undefined
}

/**
 * The view of a delivery: the format of its body, and the language of the snippet. It keeps the filters of the list, so
 * that its links lead back to the list and to the next delivery of it.
 */
export const DeliverySearch = v.object({
  ...DeliveriesSearch.entries,
  body: filter(v.picklist(['raw'])),
  verify: filter(v.picklist(['node'])),
})

/** Returns the filters of the list from which a delivery was opened. */
export function listSearchOf({ body: _, verify: __, ...search }: v.InferOutput<typeof DeliverySearch>) {
  return search
}
