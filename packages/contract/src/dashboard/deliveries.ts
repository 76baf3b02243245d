import * as v from 'valibot'
import { CAUSES, DELIVERY_STATUSES } from '../causes.ts'
import { endpoint, forUsers } from '../endpoint.ts'
import { EventName } from '../envelope.ts'
import { DateTime, Id, Moment, Uuid } from '../fields.ts'
import { DeliverySummary, getDelivery as forClients } from '../webhook-deliveries.ts'
import { CursorQuery, Flag, forBrowsers } from './fields.ts'

export const DeliveriesPage = v.object({
  results: v.array(DeliverySummary),
  nextCursor: v.pipe(v.nullable(v.string()), v.description('The `cursor` of older deliveries.')),
  previousCursor: v.pipe(v.nullable(v.string()), v.description('The `cursor` of newer deliveries.')),
  searchedUntil: v.pipe(
    v.nullable(DateTime),
    v.description('How far a filtered list looked before its page was full; null if it ended.'),
  ),
})

/** A text to search for: long enough to be an id, a number or a word. */
const SearchText = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text.length >= 3 && text.length <= 200, 'must have 3 to 200 characters'),
)

export const listDeliveries = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhook-deliveries/',
  query: v.object({
    ...CursorQuery.entries,
    webhookId: v.optional(Id),
    status: v.optional(v.picklist(DELIVERY_STATUSES)),
    event: v.optional(EventName),
    replayed: v.pipe(v.optional(Flag), v.description('With `status=failed`: whether they were replayed.')),
    since: v.pipe(v.optional(Moment), v.description('Inclusive start of the time of the event.')),
    until: v.pipe(v.optional(Moment), v.description('Exclusive end.')),
    q: v.pipe(
      v.optional(SearchText),
      v.description("A delivery id or its beginning, a message id, a customer's number, or a text of the payload."),
    ),
    cause: v.optional(v.picklist(CAUSES)),
    tests: v.pipe(
      v.optional(v.picklist(['hidden'])),
      v.description('`hidden`: without test events, as in statistics.'),
    ),
  }),
  response: DeliveriesPage,
})

export const getDelivery = forUsers(forClients)

/** Largest number of ids of one replay request. */
const MAX_REPLAYED = 100

export const ReplayResult = v.object({
  id: Uuid,
  copyId: v.pipe(v.nullable(Uuid), v.description('The new delivery; null if it was not replayed.')),
  refusal: v.pipe(
    v.nullable(v.picklist(['not_found', 'webhook_disabled', 'webhook_deleted'])),
    v.description('Why it was not replayed.'),
  ),
})
export type ReplayResult = v.InferOutput<typeof ReplayResult>

export const replayDeliveries = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/webhook-deliveries/replay-selected/',
  body: v.strictObject({
    ids: v.pipe(
      v.array(Uuid),
      v.minLength(1, 'must have 1 to 100 items'),
      v.maxLength(MAX_REPLAYED, 'must have 1 to 100 items'),
    ),
    webhookIds: v.pipe(
      v.optional(v.array(Uuid)),
      v.description('The webhooks of the deliveries. Without them all webhooks are searched.'),
    ),
  }),
  response: v.object({ results: v.array(ReplayResult) }),
  audit: { action: 'replay', object: 'delivery' },
})
