import * as v from 'valibot'
import { CAUSES } from '../causes.ts'
import { endpoint } from '../endpoint.ts'
import { EventName } from '../envelope.ts'
import { DateTime, Uuid } from '../fields.ts'
import { DELIVERY_STATUSES } from '../webhook-deliveries.ts'
import { CursorQuery, cursorPageOf, forBrowsers, Moment } from './fields.ts'

const Cause = v.nullable(v.picklist(CAUSES))
const Headers = v.record(v.string(), v.string())

export const DeliverySummary = v.object({
  id: Uuid,
  webhookId: Uuid,
  webhookName: v.string(),
  event: EventName,
  status: v.picklist(DELIVERY_STATUSES),
  cause: v.pipe(Cause, v.description('Why the delivery failed; null if it did not.')),
  attemptCount: v.pipe(v.number(), v.integer()),
  lastStatus: v.pipe(
    v.nullable(v.number()),
    v.description('HTTP status of the last attempt; null if there was no response.'),
  ),
  createdAt: DateTime,
  nextAttemptAt: v.nullable(DateTime),
  finishedAt: v.nullable(DateTime),
  originId: v.pipe(v.nullable(Uuid), v.description('The delivery of which this is a copy.')),
  replayedAs: v.pipe(v.nullable(Uuid), v.description('The latest copy of this delivery.')),
})
export type DeliverySummary = v.InferOutput<typeof DeliverySummary>

export const DeliveryAttempt = v.object({
  at: DateTime,
  durationMs: v.number(),
  status: v.pipe(v.nullable(v.number()), v.description('Null if there was no response.')),
  cause: v.pipe(Cause, v.description('Why the attempt failed; null if it succeeded.')),
  explanation: v.pipe(v.string(), v.description('The result, in one sentence.')),
  requestHeaders: v.pipe(
    Headers,
    v.description('The headers as sent, without signatures of a secret that was rotated.'),
  ),
  signaturesShown: v.pipe(v.boolean(), v.description('False if the secret was rotated after the attempt.')),
  responseHeaders: v.pipe(
    Headers,
    v.description('At most 1 KB. A successful attempt may have fewer headers, to limit the cost of its record.'),
  ),
  responseBody: v.string(),
  responseBodyCut: v.pipe(v.boolean(), v.description('Whether the stored body is truncated.')),
  responseBodyLate: v.pipe(
    v.boolean(),
    v.description('Whether the body was incomplete after 10 seconds. Does not affect the result.'),
  ),
})
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>

export const Delivery = v.object({
  ...DeliverySummary.entries,
  url: v.pipe(v.string(), v.description('The current URL of the webhook.')),
  webhookEnabled: v.boolean(),
  webhookDeleted: v.boolean(),
  payload: v.pipe(v.string(), v.description('The exact request body.')),
  conversationId: v.pipe(v.nullable(Uuid), v.description('The conversation of the event; null for test events.')),
  explanation: v.pipe(v.string(), v.description('The state of the delivery, in one sentence.')),
  attempts: v.pipe(
    v.array(DeliveryAttempt),
    v.description('The attempts of the last five rounds, oldest first. Others are counted in `attemptCount` only.'),
  ),
  roundStart: v.pipe(
    v.number(),
    v.integer(),
    v.description('Attempts before the last redrive from the dead-letter queue; 0 if it was never redriven.'),
  ),
  retryDelaysSeconds: v.pipe(v.array(v.number()), v.description('Seconds between consecutive attempts.')),
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
    cause: v.optional(v.picklist(CAUSES)),
    tests: v.pipe(
      v.optional(v.picklist(['hidden'])),
      v.description('`hidden`: without test events, as in statistics.'),
    ),
    since: v.pipe(v.optional(Moment), v.description('Inclusive start.')),
    until: v.pipe(v.optional(Moment), v.description('Exclusive end.')),
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
