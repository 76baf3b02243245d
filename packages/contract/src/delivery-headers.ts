import { createHmac } from 'node:crypto'

/** Builds X-Service-Signature: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` (spec, Authentication 6). */
export function sign(body: string, secret: string, unixSeconds: number): string {
  const mac = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')
  return `t=${unixSeconds},v1=${mac}`
}

/**
 * Builds a Standard Webhooks signature: `v1,<base64 HMAC-SHA256 of "id.t.body">`. The key is the bytes after `whsec_`.
 */
export function signStandardWebhook(id: string, body: string, secret: string, unixSeconds: number): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${unixSeconds}.${body}`).digest('base64')}`
}

/**
 * Builds an attempt's headers, signed at `unixSeconds` with the current secret (spec, Delivery mechanism). `own` are those
 * of the webhook.
 */
export function deliveryHeaders(
  delivery: { readonly id: string; readonly event: string },
  body: string,
  secret: string,
  unixSeconds: number,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    ...own,
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': delivery.event,
    'X-Service-Delivery': delivery.id,
    'X-Service-Timestamp': String(unixSeconds),
    'X-Service-Signature': sign(body, secret, unixSeconds),
    'webhook-id': delivery.id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': signStandardWebhook(delivery.id, body, secret, unixSeconds),
  }
}
