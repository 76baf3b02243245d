import * as v from 'valibot'
import { endpoint, forUsers } from '../endpoint.ts'
import { DateTime, None } from '../fields.ts'
import { updateWebhook as forClients, Webhook, WebhookChange, WebhookUrl } from '../webhooks.ts'
import { forBrowsers } from './fields.ts'

/** Maximum number of webhooks of an organisation (decisions, Deliveries). */
export const MOST_WEBHOOKS = 50
export const WebhookInput = v.required(WebhookChange, ['name', 'url', 'events', 'numbers'])
export type WebhookInput = v.InferOutput<typeof WebhookInput>

/** The signing secret: `whsec_` and base64. */
export const WebhookSecret = v.object({ secret: v.string() })

const action = { ...forBrowsers, method: 'POST', body: None, bodyOptional: true } as const

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

/** Looks the host of a URL up in the DNS, and connects to nothing. */
export const checkWebhookUrl = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/check-url/',
  role: 'admin',
  body: v.object({ url: WebhookUrl }),
  response: v.object({ hasAddress: v.pipe(v.boolean(), v.description('Whether the host of the URL has an address.')) }),
})

export const updateWebhook = forUsers(forClients)

export const deleteWebhook = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: '/dashboard-api/v1/webhooks/{id}/',
  role: 'admin',
  audit: { action: 'delete', object: 'webhook' },
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
  body: v.object({
    /** The receiver may know it already. Default: a random one. */
    secret: v.optional(
      v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32}$/, 'must be whsec_ and 24 random bytes in base64')),
    ),
  }),
  response: v.object({
    ...WebhookSecret.entries,
    /** The latest attempt that was signed with the old secret; null if none is known. */
    lastSignedAt: v.nullable(DateTime),
  }),
  audit: { action: 'rotate_secret', object: 'webhook' },
})
