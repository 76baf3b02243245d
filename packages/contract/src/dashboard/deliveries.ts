import * as v from 'valibot'
import { CAUSES } from '../causes.ts'
import { endpoint } from '../endpoint.ts'
import { EventName } from '../envelope.ts'
import { DateTime, Uuid } from '../fields.ts'
import { DELIVERY_STATUSES } from '../webhook-deliveries.ts'
import { CursorQuery, cursorPageOf, forBrowsers, Moment } from './fields.ts'

const Cause = v.nullable(v.picklist(CAUSES))
const Headers = v.record(v.string(), v.string())

/** A delivery in a list. */
export const DeliverySummary = v.object({
  id: Uuid,
  webhookId: Uuid,
  webhookName: v.string(),
  event: EventName,
  status: v.picklist(DELIVERY_STATUSES),
  cause: v.pipe(Cause, v.description('Why it failed at last; null unless it did.')),
  attemptCount: v.pipe(v.number(), v.integer()),
  lastStatus: v.pipe(
    v.nullable(v.number()),
    v.description('HTTP status of the last attempt; null when there was no answer.'),
  ),
  createdAt: DateTime,
  nextAttemptAt: v.nullable(DateTime),
  finishedAt: v.nullable(DateTime),
  originId: v.pipe(v.nullable(Uuid), v.description('The delivery that this one is a copy of.')),
  replayedAs: v.pipe(v.nullable(Uuid), v.description('The latest copy of this one.')),
})
export type DeliverySummary = v.InferOutput<typeof DeliverySummary>

export const DeliveryAttempt = v.object({
  at: DateTime,
  durationMs: v.number(),
  status: v.pipe(v.nullable(v.number()), v.description('Null when there was no answer.')),
  cause: v.pipe(Cause, v.description('Why it did not succeed; null when it did.')),
  explanation: v.pipe(v.string(), v.description('What happened, in a sentence.')),
  requestHeaders: v.pipe(
    Headers,
    v.description('As they were sent, but for signatures that were made with a secret which was replaced since.'),
  ),
  signaturesShown: v.pipe(v.boolean(), v.description('False when the secret was replaced after the attempt.')),
  responseHeaders: v.pipe(
    Headers,
    v.description('At most 1 KB. Fewer of a success if its record would cost more with all.'),
  ),
  responseBody: v.string(),
  responseBodyCut: v.pipe(v.boolean(), v.description('Whether there was more than is kept.')),
  responseBodyLate: v.pipe(
    v.boolean(),
    v.description('Whether the body was still arriving after 10 seconds. It does not change the outcome.'),
  ),
})
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>

export const Delivery = v.object({
  ...DeliverySummary.entries,
  url: v.pipe(v.string(), v.description('Where the webhook points now.')),
  webhookEnabled: v.boolean(),
  webhookDeleted: v.boolean(),
  payload: v.pipe(v.string(), v.description('The exact request body.')),
  conversationId: v.pipe(v.nullable(Uuid), v.description('What it is about; null for test events.')),
  explanation: v.pipe(v.string(), v.description('How it stands, in a sentence.')),
  attempts: v.pipe(
    v.array(DeliveryAttempt),
    v.description('Oldest first: those of the last five rounds, the last of `attemptCount`.'),
  ),
  roundStart: v.pipe(
    v.number(),
    v.integer(),
    v.description('Attempts before it was last redriven from the dead-letter queue; 0 when it never was.'),
  ),
  retryDelaysSeconds: v.pipe(v.array(v.number()), v.description('Seconds between an attempt and the next.')),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const listDeliveries = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhook-deliveries/',
  tag: 'Webhook deliveries',
  summary: 'List deliveries, newest first',
  query: v.object({
    ...CursorQuery.entries,
    webhookId: v.optional(v.string()),
    status: v.optional(v.picklist(DELIVERY_STATUSES)),
    event: v.optional(EventName),
    since: v.pipe(v.optional(Moment), v.description('Not before it.')),
    until: v.pipe(v.optional(Moment), v.description('Before it.')),
  }),
  response: cursorPageOf(DeliverySummary),
  errors: [400],
})

export const getDelivery = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhook-deliveries/{id}/',
  tag: 'Webhook deliveries',
  summary: 'Get a delivery with its attempts',
  response: Delivery,
  errors: [404],
})
