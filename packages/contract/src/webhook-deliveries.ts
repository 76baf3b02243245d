import * as v from 'valibot'
import { CAUSES, DELIVERY_STATUSES } from './causes.ts'
import { endpoint } from './endpoint.ts'
import { EventName } from './envelope.ts'
import { DateTime, Moment, None, Uuid } from './fields.ts'
import { PageQuery } from './page.ts'

const Cause = v.nullable(v.picklist(CAUSES))
const Headers = v.record(v.string(), v.string())

/** A delivery in a list. */
export const WebhookDelivery = v.object({
  id: v.pipe(Uuid, v.description('The `X-Service-Delivery` of its requests.')),
  webhookId: Uuid,
  webhookName: v.string(),
  webhookEnabled: v.boolean(),
  webhookDeleted: v.boolean(),
  event: EventName,
  contact: v.pipe(
    v.nullable(
      v.object({
        name: v.string(),
        phoneNumber: v.pipe(v.string(), v.description('Digits without plus; empty if the number is not known.')),
      }),
    ),
    v.description('The customer; null if the payload is not stored with the delivery and does not fit beside it.'),
  ),
  preview: v.pipe(v.string(), v.description('The beginning of the message; empty without a text.')),
  mediaType: v.pipe(v.nullable(v.string()), v.description("MIME type of the message's file.")),
  messageId: v.nullable(v.string()),
  conversationId: v.pipe(v.nullable(v.string()), v.description('The conversation; null for test events.')),
  status: v.picklist(DELIVERY_STATUSES),
  cause: v.pipe(
    Cause,
    v.description('Why the delivery failed, or its latest attempt while it is retried; null otherwise.'),
  ),
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
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

/** One request to the endpoint. */
export const DeliveryAttempt = v.object({
  at: DateTime,
  durationMs: v.number(),
  status: v.pipe(v.nullable(v.number()), v.description('Null if there was no response.')),
  cause: v.pipe(Cause, v.description('Why the attempt failed; null if it succeeded.')),
  explanation: v.pipe(v.string(), v.description('The result, in one sentence.')),
  fix: v.pipe(v.nullable(v.string()), v.description('How to fix a failure; null after a success.')),
  requestHeaders: v.pipe(
    Headers,
    v.description(
      'The headers as sent, without signatures of a secret that was rotated. Headers of the webhook are masked, and absent if they were changed since.',
    ),
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

/** A delivery with its request and its attempts. */
export const WebhookDeliveryDetails = v.object({
  ...WebhookDelivery.entries,
  url: v.pipe(v.string(), v.description('The current URL of the webhook.')),
  payload: v.pipe(v.string(), v.description('The exact request body.')),
  explanation: v.pipe(v.string(), v.description('The state of the delivery and the reason, in one sentence.')),
  fix: v.pipe(v.nullable(v.string()), v.description('How to fix the failure; null without one.')),
  attempts: v.pipe(
    v.array(DeliveryAttempt),
    v.description('The attempts of the last five rounds, oldest first. Others are counted in `attemptCount` only.'),
  ),
})
export type WebhookDeliveryDetails = v.InferOutput<typeof WebhookDeliveryDetails>

/** A delivery in a list of the dashboard. */
export const DeliverySummary = v.object({
  ...WebhookDelivery.entries,
  failedCursor: v.pipe(v.nullable(v.string()), v.description('The cursor of older failures; null unless it failed.')),
})
export type DeliverySummary = v.InferOutput<typeof DeliverySummary>

/** A delivery as users of the dashboard get it. */
export const Delivery = v.object({
  ...WebhookDeliveryDetails.entries,
  failedCursor: DeliverySummary.entries.failedCursor,
  roundStart: v.pipe(
    v.number(),
    v.integer(),
    v.description('Attempts before the last redrive from the dead-letter queue; 0 if it was never redriven.'),
  ),
  retryDelaysSeconds: v.pipe(v.array(v.number()), v.description('Seconds between consecutive attempts.')),
})
export type Delivery = v.InferOutput<typeof Delivery>

/** A delivery of the API's list. */
const ListedDelivery = v.object({
  ...WebhookDelivery.entries,
  details: v.pipe(
    v.optional(v.pick(WebhookDeliveryDetails, ['payload', 'attempts'])),
    v.description(
      'With `details=true`: the exact request body and the latest attempt, if there is one. Absent if the page would be too large; get the delivery then.',
    ),
  ),
})

const deliveries = { tag: 'Webhook deliveries' } as const

export const listDeliveries = endpoint({
  ...deliveries,
  method: 'GET',
  path: '/api/v1/webhook-deliveries/',
  summary: 'List deliveries',
  description:
    'The deliveries of the last 30 days, newest event first; with `status=failed`, the latest failure first. A filtered page can have fewer items than `limit` and still have a `next`.\n\nTo follow new deliveries, request the list with `since` set to the current time. Then request the URL in `previous` every few seconds, and take the next `previous` from each response. If a page has `limit` items, request its `previous` immediately. Ignore the ids that you have seen: a delivery can be stored up to five minutes after its event, so each of these pages includes the last five minutes again, with their current status. After an outage a delivery can be stored later still: then request the list with an earlier `since`.',
  query: v.object({
    ...PageQuery.entries,
    cursor: v.pipe(
      v.optional(v.string()),
      v.description('Part of the URLs in `next` and `previous`. Use these URLs; do not build a cursor.'),
    ),
    status: v.pipe(v.optional(v.picklist(DELIVERY_STATUSES)), v.description('The current status.')),
    webhookId: v.pipe(
      v.optional(Uuid),
      v.description(
        'The webhook of the deliveries. Those of a deleted webhook are listed only with its id, while they are kept.',
      ),
    ),
    event: v.pipe(v.optional(EventName), v.description('The event of the deliveries.')),
    since: v.pipe(v.optional(Moment), v.description('Inclusive start of the time of the event.')),
    until: v.pipe(v.optional(Moment), v.description('Exclusive end of the time of the event.')),
    messageId: v.pipe(
      v.optional(Uuid),
      v.description('The message. Only deliveries within an hour of it; `replayedAs` names later copies.'),
    ),
    conversationId: v.pipe(v.optional(Uuid), v.description('The conversation of the deliveries.')),
    details: v.pipe(
      v.optional(v.picklist(['true', 'false'], 'must be true or false')),
      v.description('`true` adds the body and the latest attempt of each delivery.'),
    ),
  }),
  response: v.object({
    countAtLeast: v.pipe(
      v.number(),
      v.integer(),
      v.description(
        'The number of deliveries, which are not all counted: at least this, and exactly this if `next` is null.',
      ),
    ),
    next: v.pipe(v.nullable(v.pipe(v.string(), v.url())), v.description('Absolute URL of older deliveries.')),
    previous: v.pipe(
      v.nullable(v.pipe(v.string(), v.url())),
      v.description('Absolute URL of newer deliveries. Never null: the page is empty until there are any.'),
    ),
    results: v.array(ListedDelivery),
  }),
  errors: [400],
})

export type ListedDelivery = v.InferOutput<typeof ListedDelivery>

export const getDelivery = endpoint({
  ...deliveries,
  method: 'GET',
  path: '/api/v1/webhook-deliveries/{id}/',
  summary: 'Get a delivery',
  description: 'The delivery with the exact request body, its attempts, and how to fix a failure.',
  response: WebhookDeliveryDetails,
  forUsers: { response: Delivery },
  errors: [404],
})

/** The new copy of a delivery. */
export const ReplayedDelivery = v.object({
  id: v.pipe(Uuid, v.description('The new `X-Service-Delivery`.')),
  originId: v.pipe(Uuid, v.description('The delivery that was copied.')),
  webhookId: Uuid,
  event: EventName,
  status: v.picklist(DELIVERY_STATUSES),
  createdAt: DateTime,
})
export type ReplayedDelivery = v.InferOutput<typeof ReplayedDelivery>

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-deliveries/{id}/replay/',
  tag: 'Webhook deliveries',
  summary: 'Send a new copy of a delivery',
  description:
    "Sends the stored payload again, byte for byte, with a new delivery id. The copy is sent to the webhook's current URL and signed with its current secret. Returns 409 if the webhook was deleted or is disabled, because the copy could not be delivered.",
  body: None,
  bodyOptional: true,
  status: 201,
  response: ReplayedDelivery,
  errors: [404, 409],
  audit: { action: 'replay', object: 'delivery' },
})
