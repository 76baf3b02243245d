import * as v from 'valibot'
import { Name } from '../agents-sub-resources.ts'
import { endpoint } from '../endpoint.ts'
import { EventName } from '../envelope.ts'
import { maxCharacters, None, PhoneNumber, Uuid } from '../fields.ts'
import { Webhook } from '../webhooks.ts'
import { forBrowsers } from './fields.ts'

/** Maximum number of webhooks of an organisation, and of numbers of a webhook (decisions, Deliveries). */
export const MOST_WEBHOOKS = 50
export const MOST_NUMBERS = 100
const LONGEST_URL = 2048

const Url = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty'),
  maxCharacters(LONGEST_URL),
  v.description('http or https. Private and reserved addresses are rejected.'),
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

const action = { ...forBrowsers, method: 'POST', body: None, bodyOptional: true } as const

export const listWebhooks = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/',
  response: v.array(Webhook),
})

export const createWebhook = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/',
  role: 'admin',
  body: WebhookInput,
  status: 201,
  response: v.object({ ...Webhook.entries, ...WebhookSecret.entries }),
  audit: { action: 'create', object: 'webhook' },
})

export const getWebhook = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/',
  versioned: true,
  response: Webhook,
})

export const updateWebhook = endpoint({
  ...forBrowsers,
  method: 'PATCH',
  path: '/dashboard-api/v1/webhooks/{id}/',
  role: 'admin',
  versioned: true,
  body: WebhookChange,
  response: Webhook,
  audit: { action: 'update', object: 'webhook' },
})

export const deleteWebhook = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: '/dashboard-api/v1/webhooks/{id}/',
  role: 'admin',
  audit: { action: 'delete', object: 'webhook' },
})

export const enableWebhook = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/enable/',
  response: Webhook,
  audit: { action: 'enable', object: 'webhook' },
})

export const disableWebhook = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/disable/',
  response: Webhook,
  audit: { action: 'disable', object: 'webhook' },
})

export const revealSecret = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/secret/',
  role: 'admin',
  response: WebhookSecret,
  audit: { action: 'reveal_secret', object: 'webhook' },
})

export const rotateSecret = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/rotate-secret/',
  role: 'admin',
  response: WebhookSecret,
  audit: { action: 'rotate_secret', object: 'webhook' },
})

export const sendTestEvent = endpoint({
  ...action,
  path: '/dashboard-api/v1/webhooks/{id}/test/',
  status: 201,
  response: v.object({ deliveryId: Uuid }),
})
