import { CAUSES, DELIVERY_STATUSES } from '@replywright/contract/causes.ts'
import { EventName } from '@replywright/contract/envelope.ts'
import * as v from 'valibot'
import { filter } from '../shell/search.ts'

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

/** Returns why a filtered list is empty. */
export function emptyTexts({ status, q, event, cause, replayed }: DeliveriesSearch) {
  const isNarrowed = [q, event, cause, status === 'failed' ? replayed : undefined].some((value) => value !== undefined)
  if (!isNarrowed && status === 'failed')
    return { title: 'No failed deliveries', hint: 'Every delivery in this range was delivered or is pending.' }
  if (!isNarrowed && status === 'pending')
    return { title: 'No pending deliveries', hint: 'Every delivery was delivered or has failed.' }
  return { title: 'No matching deliveries', hint: 'Check the filters. Deliveries are kept for up to 30 days.' }
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
