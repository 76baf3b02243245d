import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** The maximum of events of a trace, and of characters of the content of each. */
export const MOST_TRACED = 300
export const LONGEST_TRACED = 1500

/** One event in the processing of a message. */
export const TracedEvent = v.object({
  at: v.pipe(DateTime, v.description('By the clock of the service, unless it is the provider’s.')),
  durationMs: v.nullable(v.number()),
  what: v.string(),
  where: v.pipe(v.string(), v.description('The part of the service, `provider`, or the endpoint of a delivery.')),
  outcome: v.nullable(v.string()),
  failed: v.boolean(),
  content: v.pipe(v.nullable(v.string()), v.description('The text of a customer, an agent or a tool.')),
  messageId: v.pipe(v.nullable(Uuid), v.description('The message that the event is about; null for a delivery.')),
  deliveryId: v.nullable(Uuid),
})
export type TracedEvent = v.InferOutput<typeof TracedEvent>

/** What happened to a message, from the provider to the deliveries. */
export const MessageTrace = v.object({
  conversationId: Uuid,
  messageId: Uuid,
  contact: v.object({ name: v.string(), phoneNumber: v.string() }),
  agent: v.pipe(v.nullable(v.object({ id: Uuid, name: v.string() })), v.description('The agent of the turn.')),
  events: v.pipe(v.array(TracedEvent), v.description('The oldest first.')),
})
export type MessageTrace = v.InferOutput<typeof MessageTrace>

export const getMessageTrace = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/conversations/{id}/trace/{messageId}/',
  params: v.object({ id: v.string(), messageId: v.string() }),
  response: MessageTrace,
})
