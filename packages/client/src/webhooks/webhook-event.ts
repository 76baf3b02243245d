import type { Envelope, EventName } from '../contract-types.ts'

/** Names of the events that webhooks receive. */
export type WebhookEventName = EventName

/** The body of a delivery. `event` determines whether it has a message, a routing and a webhook. */
export type WebhookEvent = Envelope

/** The body of one kind of delivery: `WebhookEventOf<'message.received'>`. */
export type WebhookEventOf<Name extends WebhookEventName> = Extract<WebhookEvent, { event: Name }>

/** Returns whether a signed body is an event. Does not check its fields, because the service signed them. */
export function isWebhookEvent(value: unknown): value is WebhookEvent {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string'
}
