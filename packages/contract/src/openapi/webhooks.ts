import { EVENTS, type Event } from '../envelope.ts'
import { CONTENT_TYPES, exampleEnvelope } from './example-envelope.ts'
import { exampleIdOf } from './nouns.ts'
import type { Schemas } from './schemas.ts'
import type { Example, Parameter, PathItem } from './types.ts'

const DELIVERIES =
  'Sent at least once. Retries of a delivery have the same `X-Service-Delivery`; ignore one that you have processed. A replay has a new one, and the same body.'
const RETRIES =
  'After a 5xx response, a network error or 10 seconds without a response, up to 3 times: 10, 30 and 90 seconds after the attempt before. A 4xx response and a redirect are not retried. A webhook is disabled after 20 consecutive failures.'

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
    EVENTS.map((event) => {
      const { schema, summary } = event
      const name = schema.entries.event.literal
      return [
        name,
        {
          post: {
            operationId: name,
            tags: ['Webhooks'],
            summary,
            description: descriptionOf(event),
            security: [],
            parameters: [
              header('X-Service-Event', 'The name of the event.', name),
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
              header(
                'webhook-id',
                'The same as `X-Service-Delivery`, for libraries of Standard Webhooks.',
                exampleIdOf('webhook-deliveries'),
              ),
              header('webhook-timestamp', 'The same as `X-Service-Timestamp`.', '1772442930'),
              header(
                'webhook-signature',
                '`v1,<base64 HMAC-SHA256 of "id.t.body">`. The key is the decoded base64 behind `whsec_` of the signing secret.',
                'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
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

function descriptionOf({ when, recipient, order }: Event): string {
  return [
    `**When it is sent.** ${when}`,
    `**Recipient.** ${recipient}`,
    `**Order and duplicates.** ${order} ${DELIVERIES}`,
    `**Retries.** ${RETRIES}`,
  ].join('\n\n')
}

/** Returns the example of an event; those of messages have one for each type of content. */
function examplesOf(event: Event): Record<string, Example> {
  const types = event.about === 'message' ? CONTENT_TYPES : []
  return {
    [event.schema.entries.event.literal]: { value: exampleEnvelope(event) },
    ...Object.fromEntries(types.map((type) => [type, { value: exampleEnvelope(event, type) }])),
  }
}
