import { CAUSES } from '@messaging/contract/causes.ts'
import { EventName } from '@messaging/contract/envelope.ts'
import { DELIVERY_STATUSES } from '@messaging/contract/webhook-deliveries.ts'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'

/** The delivery filters in the URL. Times are ISO 8601. */
export const DeliveriesSearch = v.object({
  status: filter(v.picklist(DELIVERY_STATUSES)),
  webhookId: filter(v.string()),
  event: filter(EventName),
  cause: filter(v.picklist(CAUSES)),
  /** Excludes test events, as statistics do. */
  tests: filter(v.picklist(['hidden'])),
  since: filter(v.pipe(v.string(), v.isoTimestamp())),
  until: filter(v.pipe(v.string(), v.isoTimestamp())),
  cursor: filter(v.string()),
})
export type DeliveriesSearch = v.InferOutput<typeof DeliveriesSearch>

export function isFiltered({ cursor: _, ...filters }: DeliveriesSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** The view of a delivery: the format of its body, and the language of the snippet. */
export const DeliverySearch = v.object({
  body: filter(v.picklist(['raw'])),
  verify: filter(v.picklist(['node'])),
})
