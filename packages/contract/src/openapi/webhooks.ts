import { Envelope, type EventName } from '../envelope.ts'
import { EVENTS, eventDescription } from './events.ts'
import { CONTENT_TYPES, exampleEnvelope } from './example-envelope.ts'
import { exampleIdOf } from './nouns.ts'
import type { Schemas } from './schemas.ts'
import type { Example, Parameter, PathItem } from './types.ts'

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** Builds the requests to a customer's endpoint, by event (spec, Events). */
export function webhooks(schemas: Schemas): Record<string, PathItem> {
  return Object.fromEntries(
    Envelope.options.map((schema) => {
      const event = schema.entries.event.literal
      return [
        event,
        {
          post: {
            operationId: event,
            tags: ['Webhooks'],
            summary: EVENTS[event].summary,
            description: eventDescription(event),
            security: [],
            parameters: [
              header('X-Service-Event', 'The name of the event.', event),
              header(
                'X-Service-Delivery',
                'A stable UUID, unchanged across retries.',
                exampleIdOf('webhook-deliveries'),
              ),
              header('X-Service-Timestamp', 'The signing time in Unix seconds.', '1772442930'),
              header(
                'X-Service-Signature',
                '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` with the signing secret as key. Reject a `t` that differs from the current time by more than 300 seconds.',
                't=1772442930,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
              ),
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: schemas.schemaOf(schema, 'output'),
                  examples: examplesOf(event),
                },
              },
            },
            responses: {
              '2XX': { description: 'Delivered. Respond within 10 seconds.' },
              '3XX': { description: 'Failed. Redirects are not followed, and the delivery is not retried.' },
              '4XX': { description: 'Failed. The delivery is not retried.' },
              '5XX': {
                description:
                  'Retried after 10, 30 and 90 seconds. A timeout after 10 seconds is treated in the same way.',
              },
            },
          },
        },
      ]
    }),
  )
}

/** Returns the example of an event; those of messages have one for each type of content. */
function examplesOf(event: EventName): Record<string, Example> {
  const types = event.endsWith('message.received') ? CONTENT_TYPES : []
  return {
    [event]: { value: exampleEnvelope(event) },
    ...Object.fromEntries(types.map((type) => [type, { value: exampleEnvelope(event, type) }])),
  }
}
