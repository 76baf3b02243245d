import * as v from 'valibot'
import { Name } from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { EventName } from './envelope.ts'
import { DateTime, maxCharacters, None, PhoneNumber, secret, Uuid, wellFormed } from './fields.ts'
import { HeaderName, HeaderValue } from './mcp-connectors.ts'
import { PageQuery, pageOf } from './page.ts'

/** Maximum number of headers that a user adds to the deliveries of a webhook, and of the characters of a value. */
const MOST_HEADERS = 10
const LONGEST_VALUE = 1024

/** Headers that the service sets, that describe the body, or that belong to the connection. */
const RESERVED =
  /^(x-service-.*|webhook-.*|content-.*|proxy-.*|host|user-agent|accept-encoding|connection|expect|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

export const WebhookHeaders = v.pipe(
  v.record(
    v.pipe(
      HeaderName,
      v.check(
        (name) => !RESERVED.test(name),
        'must not be a header of the service (X-Service-…, webhook-…, User-Agent), of the body (Content-…) or of the connection',
      ),
    ),
    v.pipe(HeaderValue, maxCharacters(LONGEST_VALUE)),
  ),
  v.check((headers) => Object.keys(headers).length <= MOST_HEADERS, `must be at most ${MOST_HEADERS} headers`),
  v.check((headers) => {
    const names = Object.keys(headers)
    return new Set(names.map((name) => name.toLowerCase())).size === names.length
  }, 'must not have the same name twice'),
  v.metadata({ maxProperties: MOST_HEADERS }),
)

export const DeliveryHour = v.pipe(
  v.object({
    hour: v.pipe(DateTime, v.description('Start of the hour.')),
    delivered: v.pipe(v.number(), v.integer()),
    failed: v.pipe(v.number(), v.integer()),
    pending: v.pipe(v.number(), v.integer()),
  }),
  v.description("Results of a webhook's deliveries that were created in one hour."),
)
export type DeliveryHour = v.InferOutput<typeof DeliveryHour>

export const WebhookHealth = v.pipe(
  v.object({
    successRate: v.pipe(
      v.nullable(v.number()),
      v.description('Share of finished deliveries that succeeded, 0 to 1; null if no delivery is finished.'),
    ),
    succeeded: v.pipe(v.number(), v.integer()),
    failed: v.pipe(v.number(), v.integer()),
    lastFailureAt: v.pipe(
      v.nullable(DateTime),
      v.description('The last failure of the last 30 days, except of deliveries to the disabled webhook.'),
    ),
    lastFailureId: v.pipe(v.nullable(Uuid), v.description('The delivery of the last failure.')),
    consecutiveFailures: v.pipe(
      v.number(),
      v.integer(),
      v.description('Consecutive failed deliveries; 20 disable the webhook.'),
    ),
    hours: v.pipe(v.array(DeliveryHour), v.description('The last 24 hours, oldest first, without test events.')),
  }),
  v.description('The health of a webhook: its results of the last 24 hours, and its consecutive failures.'),
)
export type WebhookHealth = v.InferOutput<typeof WebhookHealth>

export const Webhook = v.pipe(
  v.object({
    id: Uuid,
    name: v.string(),
    url: v.pipe(
      v.string(),
      v.description(
        'An endpoint, or the ARN of an Amazon EventBridge bus. Empty for a webhook whose deliveries are only stored, to be read by `replywright listen` or the API.',
      ),
    ),
    events: v.array(EventName),
    numbers: v.pipe(
      // Not a literal, because openapi-python-client does not read other alternatives beside a `const`.
      v.union([v.picklist(['all']), v.array(v.string())]),
      v.description(
        'Business numbers whose events it receives, digits without plus: those of messages, `conversation.human_needed` and `conversation.ended`. `all` includes new numbers.',
      ),
    ),
    enabled: v.boolean(),
    disabledAt: v.nullable(DateTime),
    disabledReason: v.pipe(
      v.nullable(v.picklist(['consecutive_failures', 'manual'])),
      v.description('`consecutive_failures`: disabled by the service. Null if the webhook is enabled.'),
    ),
    createdAt: DateTime,
    isOwn: v.pipe(
      v.boolean(),
      v.description(
        'Whether you (the owner of the API key) created it. You can route conversations only to your own webhooks.',
      ),
    ),
    headers: v.pipe(
      secret(v.record(v.string(), v.string()), 'text'),
      v.description(
        'Headers of its own that each request to it has; an event bus gets none. Values are secrets and always masked.',
      ),
    ),
    replayId: v.pipe(v.nullable(Uuid), v.description('The bulk replay that is running.')),
    health: WebhookHealth,
  }),
  v.description('A customer endpoint that events are sent to.'),
)
export type Webhook = v.InferOutput<typeof Webhook>

/** Maximum number of numbers of a webhook (decisions, Deliveries). */
export const MOST_NUMBERS = 100

/** What callers of the API may change. URL and signing secret are changed in the dashboard. */
export const WebhookUpdate = v.pipe(
  v.object({
    name: v.optional(Name),
    events: v.pipe(
      v.optional(
        v.pipe(
          v.array(EventName),
          v.minLength(1, 'must have at least one event'),
          v.transform((events) => [...new Set(events)]),
        ),
      ),
      v.description('The events that it receives.'),
    ),
    numbers: v.pipe(
      v.optional(
        v.pipe(
          v.union([v.picklist(['all']), v.array(PhoneNumber)], 'must be "all" or a list of phone numbers'),
          v.check(
            (numbers) => numbers === 'all' || numbers.length <= MOST_NUMBERS,
            `must be at most ${MOST_NUMBERS} numbers, or all`,
          ),
        ),
      ),
      v.description('Business numbers whose events it receives, or `all`.'),
    ),
    headers: v.pipe(
      v.optional(WebhookHeaders),
      v.description(
        'Sent with every request to it, for example the key of a gateway. Replaces the stored headers; a masked value keeps the stored value.',
      ),
    ),
  }),
  v.description('The fields of a webhook to change. Omitted fields keep their values.'),
)
export type WebhookUpdate = v.InferOutput<typeof WebhookUpdate>

const LONGEST_URL = 2048

export const WebhookUrl = v.pipe(
  v.string(),
  maxCharacters(LONGEST_URL),
  wellFormed,
  v.description(
    'http or https, or the ARN of an Amazon EventBridge bus that the operator allows. Private and reserved addresses are rejected. Empty for a webhook without an endpoint: its deliveries are only stored.',
  ),
)
/** What users of the dashboard may change. */
export const WebhookChange = v.object({ ...WebhookUpdate.entries, url: v.optional(WebhookUrl) })
export type WebhookChange = v.InferOutput<typeof WebhookChange>

export const TestEventInput = v.pipe(
  v.object({
    event: v.pipe(v.optional(EventName, 'test.ping'), v.description('The event of which an example is sent.')),
  }),
  v.description('The test event to send.'),
)

export const SentTestEvent = v.pipe(
  v.object({ deliveryId: v.pipe(Uuid, v.description('The delivery of the event.')) }),
  v.description('The test event that was sent.'),
)

const webhooks = { method: 'GET', tag: 'Webhooks' } as const
const action = { method: 'POST', tag: 'Webhooks', body: None, bodyOptional: true } as const

export const listWebhooks = endpoint({
  ...webhooks,
  path: '/api/v1/webhooks/',
  summary: 'List webhooks',
  description:
    'The webhooks of the organisation with their health, oldest first. Webhooks are created in the dashboard, at most 50. Their signing secrets are not part of the API.',
  query: PageQuery,
  response: pageOf(Webhook),
  errors: [400],
  otherMethods:
    'Webhooks are created and deleted in the dashboard, page Endpoints, or by an operator with `npm run ops -- webhook create`.',
})

export const getWebhook = endpoint({
  ...webhooks,
  path: '/api/v1/webhooks/{id}/',
  versioned: true,
  summary: 'Get a webhook',
  description: 'Returns the webhook with its health. Its signing secret is shown in the dashboard only.',
  response: Webhook,
  errors: [404],
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  tag: 'Webhooks',
  path: '/api/v1/webhooks/{id}/',
  role: 'admin',
  versioned: true,
  summary: 'Update a webhook',
  description:
    'Changes the name, the events, the numbers and the headers. The URL and the signing secret are changed in the dashboard.',
  body: WebhookUpdate,
  forUsers: { body: WebhookChange },
  response: Webhook,
  errors: [404, 409],
  audit: { action: 'update', object: 'webhook', values: ['name', 'url', 'events', 'numbers', 'headers'] },
})

export const enableWebhook = endpoint({
  ...action,
  path: '/api/v1/webhooks/{id}/enable/',
  summary: 'Enable a webhook',
  description:
    'Has no effect on an enabled webhook. Deliveries that failed while it was disabled are sent again by a bulk replay only.',
  response: Webhook,
  errors: [404],
  audit: { action: 'enable', object: 'webhook' },
})

export const disableWebhook = endpoint({
  ...action,
  path: '/api/v1/webhooks/{id}/disable/',
  summary: 'Disable a webhook',
  description:
    'Nothing is sent to a disabled webhook. Its deliveries are stored as failed, and can be replayed after it is enabled.',
  response: Webhook,
  errors: [404],
  audit: { action: 'disable', object: 'webhook' },
})

export const sendTestEvent = endpoint({
  ...action,
  path: '/api/v1/webhooks/{id}/test/',
  summary: 'Send a test event',
  description:
    'Sends `test.ping`, or an example of another event, also to a disabled webhook. The delivery shows the response of the endpoint. Statistics do not count it.',
  body: TestEventInput,
  status: 201,
  response: SentTestEvent,
  errors: [404],
})
