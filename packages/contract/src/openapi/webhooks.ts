import { Envelope, EVENT_NAMES, type EventName } from '../envelope.ts'
import { exampleIdOf } from './nouns.ts'
import type { Schemas } from './schemas.ts'
import type { Parameter, PathItem } from './types.ts'
import { EXAMPLE_VALUES } from './values.ts'

const SUMMARIES: Record<EventName, string> = {
  'message.received': 'A customer sent a message to a number',
  'test.ping': 'The dashboard sends a test event',
  'subscription.message.received': 'A customer wrote in a conversation that is routed to this webhook',
  'subscription.activated': 'A conversation moved to this webhook',
  'subscription.revoked': 'A conversation moved away from this webhook',
  'subscription.service_window.expiring': 'The service window closes in about an hour',
  'subscription.service_window.closed': 'The service window has closed',
}

/** Events that carry no message (spec, Payload envelope). */
const WITHOUT_MESSAGE = new Set<EventName>([
  'subscription.activated',
  'subscription.revoked',
  'subscription.service_window.expiring',
  'subscription.service_window.closed',
])

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** What the service sends to a customer's endpoint, by event (spec, Events). */
export function webhooks(schemas: Schemas): Record<string, PathItem> {
  return Object.fromEntries(
    EVENT_NAMES.map((event) => [
      event,
      {
        post: {
          operationId: event,
          tags: ['Webhooks'],
          summary: SUMMARIES[event],
          description:
            'Deliveries are unordered and come at least once: sort by `timestamp`, and drop what has an `X-Service-Delivery` that you know. Check the signature before you believe a body.',
          security: [],
          parameters: [
            header('X-Service-Event', 'The name of the event.', event),
            header('X-Service-Delivery', 'Stable UUID, the same at each retry.', exampleIdOf('webhook-deliveries')),
            header('X-Service-Timestamp', 'Unix seconds at signing time.', '1772442930'),
            header(
              'X-Service-Signature',
              '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` with the signing secret as key. Refuse a `t` that is more than 300 seconds off.',
              't=1772442930,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
            ),
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemas.schemaOf(Envelope, 'output'),
                examples: { [event]: { value: example(event) } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Delivered. Answer within 10 seconds.' },
            '4XX': { description: 'Failed; not tried again.' },
            '5XX': {
              description: 'Tried again after 10, 30 and 90 seconds, as when no status comes within 10 seconds.',
            },
          },
        },
      },
    ]),
  )
}

function example(event: EventName): object {
  const customer = `+${EXAMPLE_VALUES.toNumber}`
  return {
    event,
    timestamp: '2026-03-02T09:15:30.000Z',
    phoneNumber: `+${EXAMPLE_VALUES.msgNumber}`,
    from: customer,
    contact: { name: EXAMPLE_VALUES['contact.name'], phoneNumber: customer },
    message: WITHOUT_MESSAGE.has(event)
      ? null
      : {
          id: EXAMPLE_VALUES['Message.id'],
          waId: EXAMPLE_VALUES.waId,
          body: EXAMPLE_VALUES.lastMessage,
          media: [],
          buttons: [],
        },
    conversationId: EXAMPLE_VALUES.conversationId,
    ...(event.startsWith('subscription.') && { routing: 'webhook', webhookId: EXAMPLE_VALUES.webhookId }),
  }
}
