import * as v from 'valibot'
import { Name } from '../agents-sub-resources.ts'
import { endpoint } from '../endpoint.ts'
import { EventName } from '../envelope.ts'
import { DateTime, None, PhoneNumber, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** Webhooks of an organisation, and numbers that one of them names, at most (decisions, Deliveries). */
export const MOST_WEBHOOKS = 50
export const MOST_NUMBERS = 100
const LONGEST_URL = 2048

/** What happened to a webhook's deliveries that began in one hour. */
export const DeliveryHour = v.object({
  hour: v.pipe(DateTime, v.description('When the hour begins.')),
  delivered: v.pipe(v.number(), v.integer()),
  failed: v.pipe(v.number(), v.integer()),
  pending: v.pipe(v.number(), v.integer()),
})
export type DeliveryHour = v.InferOutput<typeof DeliveryHour>

/** How a webhook fares, by its latest deliveries: at most 100 of them, of the last 30 days. */
export const WebhookHealth = v.object({
  successRate: v.pipe(
    v.nullable(v.number()),
    v.description('Share of those that are decided, 0 to 1; null when none is.'),
  ),
  succeeded: v.pipe(v.number(), v.integer()),
  failed: v.pipe(v.number(), v.integer()),
  lookedAt: v.pipe(v.number(), v.integer(), v.description('How many deliveries were looked at.')),
  lastFailureAt: v.nullable(DateTime),
  consecutiveFailures: v.pipe(
    v.number(),
    v.integer(),
    v.description('Deliveries in a row that failed at last; 20 disable the webhook.'),
  ),
  hours: v.pipe(
    v.array(DeliveryHour),
    v.description('The last 24 hours, oldest first, of the deliveries that were looked at.'),
  ),
  hoursSince: v.pipe(
    DateTime,
    v.description('`hours` are complete from here on: the beginning of the first, or the oldest delivery looked at.'),
  ),
})
export type WebhookHealth = v.InferOutput<typeof WebhookHealth>

export const Webhook = v.object({
  id: Uuid,
  name: v.string(),
  url: v.string(),
  events: v.array(EventName),
  numbers: v.pipe(
    v.union([v.literal('all'), v.array(v.string())]),
    v.description('Business numbers whose `message.received` it gets, digits without plus; `all` includes later ones.'),
  ),
  enabled: v.boolean(),
  disabledAt: v.nullable(DateTime),
  disabledReason: v.pipe(
    v.nullable(v.picklist(['consecutive_failures', 'manual'])),
    v.description('`consecutive_failures`: by the service. Null while it is enabled.'),
  ),
  createdAt: DateTime,
  isOwn: v.pipe(v.boolean(), v.description('Whether you created it: only then you can route conversations to it.')),
  replayId: v.pipe(v.nullable(Uuid), v.description('The bulk replay that is running.')),
  health: WebhookHealth,
})
export type Webhook = v.InferOutput<typeof Webhook>

const Url = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty'),
  v.maxLength(LONGEST_URL, `must be at most ${LONGEST_URL} characters`),
  v.description('http or https; private and reserved addresses are refused.'),
)
const Events = v.pipe(
  v.array(EventName),
  v.minLength(1, 'must have at least one event'),
  v.transform((events) => [...new Set(events)]),
)
const Numbers = v.pipe(
  v.union([v.literal('all'), v.array(PhoneNumber)], 'must be "all" or a list of phone numbers'),
  v.check(
    (numbers) => numbers === 'all' || numbers.length <= MOST_NUMBERS,
    `must be at most ${MOST_NUMBERS} numbers, or all`,
  ),
)

export const WebhookInput = v.object({ name: Name, url: Url, events: Events, numbers: Numbers })
export type WebhookInput = v.InferOutput<typeof WebhookInput>

export const WebhookChange = v.partial(WebhookInput)
export type WebhookChange = v.InferOutput<typeof WebhookChange>

/** The signing secret: `whsec_` and base64. */
export const WebhookSecret = v.object({ secret: v.string() })

const webhooks = { ...forBrowsers, tag: 'Webhooks' } as const
const action = { ...webhooks, method: 'POST', body: None, bodyOptional: true } as const

export const listWebhooks = endpoint({
  ...webhooks,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/',
  summary: 'List the webhooks, oldest first: at most 50',
  response: v.array(Webhook),
})

export const createWebhook = endpoint({
  ...webhooks,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/',
  summary: 'Create a webhook; 409 when there are 50',
  body: WebhookInput,
  status: 201,
  response: v.object({ ...Webhook.entries, ...WebhookSecret.entries }),
  errors: [400, 409],
})

export const getWebhook = endpoint({
  ...webhooks,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/',
  summary: 'Get a webhook',
  response: Webhook,
  errors: [404],
})

export const updateWebhook = endpoint({
  ...webhooks,
  method: 'PATCH',
  path: '/dashboard-api/v1/webhooks/{id}/',
  summary: 'Change a webhook; what is not sent stays',
  body: WebhookChange,
  response: Webhook,
  errors: [400, 404],
})

export const deleteWebhook = endpoint({
  ...webhooks,
  method: 'DELETE',
  path: '/dashboard-api/v1/webhooks/{id}/',
  summary: 'Delete a webhook; its deliveries stay readable, routing to it resolves to nobody',
  errors: [404],
})

export const enableWebhook = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/enable/',
  summary: 'Deliver to a webhook again',
  response: Webhook,
  errors: [404],
})

export const disableWebhook = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/disable/',
  summary: 'Stop delivering to a webhook',
  response: Webhook,
  errors: [404],
})

export const revealSecret = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/secret/',
  summary: 'Show the signing secret',
  response: WebhookSecret,
  errors: [404],
})

export const rotateSecret = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/rotate-secret/',
  summary: 'Replace the signing secret; the old one stops at once, also for retries that wait',
  response: WebhookSecret,
  errors: [404, 409],
})

export const sendTestEvent = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/test/',
  summary: 'Send a test.ping event; 409 while the webhook is disabled',
  status: 201,
  response: v.object({ deliveryId: Uuid }),
  errors: [404, 409],
})
