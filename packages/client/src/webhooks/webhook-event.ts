import type { Envelope, EnvelopeMessage, EventName } from '../contract-types.ts'

/** Names of the events that webhooks receive. */
export type WebhookEventName = EventName

/** The body of a delivery. `event` determines whether it has a message, a routing and a webhook. */
export type WebhookEvent = { [Name in EventName]: EventOf<Name> }[EventName]

type EventOf<Name extends EventName> = Flat<
  { event: Name } & Omit<Envelope, 'event' | 'message' | 'routing' | 'webhookId'> & {
      message: Name extends `${string}message.received` | 'test.ping' ? EnvelopeMessage : null
    } & (Name extends `subscription.${string}` ? Required<Pick<Envelope, 'routing' | 'webhookId'>> : unknown)
>

type Flat<Type> = { [Key in keyof Type]: Type[Key] }

/** Returns whether a signed body is an event. Does not check its fields, because the service signed them. */
export function isWebhookEvent(value: unknown): value is WebhookEvent {
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string'
}
