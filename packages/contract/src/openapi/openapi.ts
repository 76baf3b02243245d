import type * as v from 'valibot'
import { AgentHttpTool } from '../agents-sub-resources.ts'
import { type DocumentedEndpoint, documentedOf, type Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { Envelope } from '../envelope.ts'
import { ErrorBody, RateLimitBody } from '../errors.ts'
import { errorComponents } from './errors.ts'
import { namedSchemas, pageName } from './modules.ts'
import { bodyContent, operationOf } from './operation.ts'
import { errorStatuses } from './responses.ts'
import { createSchemas, type Mode, type Schemas } from './schemas.ts'
import type { OpenApiDocument, Parameter, PathItem } from './types.ts'
import { webhooks } from './webhooks.ts'

const DESCRIPTION = `The API of Replywright: AI agents that reply to chat messages on business phone numbers, and signed, retried webhook deliveries.

Send your API key in the header \`X-API-Key\`. A \`full\` key may call all operations, a \`read\` key only operations that read. The rate limit is 100 requests per minute and key.

Phone numbers are digits without plus, because paths contain them; requests may also have a plus, spaces and dashes. Events have the E.164 format, with a plus.

The trailing slash of a path is optional. Unknown fields of a body are ignored, and named in the response header \`X-Ignored-Fields\`. Unknown query parameters are rejected. Every response has the header \`x-request-id\`; include it in error reports. \`HEAD\` is served wherever \`GET\` is. Send an \`Idempotency-Key\` with a POST to repeat it safely. An optional field that is null counts as absent, unless null has a meaning of its own. A value of any JSON type is nested at most 100 levels deep.`

/** Headers that make a request depend on the version of a resource, by the name of their component. */
const PRECONDITIONS: Readonly<Record<string, Parameter>> = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of a response. The change is rejected with 409 if another change came first.',
    schema: { type: 'string', pattern: String.raw`^(\*|(W/)?"\d{1,15}")$` },
    example: '"7"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of a response. Returns 304 if the document is unchanged.',
    schema: { type: 'string' },
    example: '"mSJqVJ1V0TgZ2wQnVgNwPA"',
  },
}

/** Builds the OpenAPI 3.1 document: all operations for clients, no pages. `baseUrl` has no trailing slash. */
export function openApiDocument(
  baseUrl: string,
  from: Readonly<Record<string, Endpoint>> = endpoints,
): OpenApiDocument {
  const documented = documentedOf(from)
  const schemas = schemasOf(documented.map(([, endpoint]) => endpoint))
  const paths: Record<string, PathItem> = {}
  for (const [key, endpoint] of documented) {
    const path = endpoint.path.replaceAll('+}', '}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(key, endpoint, schemas) }
  }
  const statuses = new Set(documented.flatMap(([, endpoint]) => [...errorStatuses(endpoint)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Messaging Service API',
      version: '1.0.0',
      summary: 'Replywright: AI agents on business phone numbers, and webhooks.',
      description: DESCRIPTION,
      contact: { name: 'Reference', url: `${baseUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'The service' }],
    security: [{ apiKey: [] }],
    tags: tagsOf([...documented.map(([, { tag }]) => tag), 'Webhooks']),
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Created in the dashboard.' },
      },
      schemas: schemas.components,
      responses: errorComponents(statuses, schemas),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Up to 255 characters of your choice. A repeat with the same key within 24 hours is not executed again and returns the first response, or 409 if that is larger than 350 KB. A different request with the same key returns 409. A key expires after 24 hours.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          example: 'order-A-1042',
        },
        ...PRECONDITIONS,
      },
      headers: {
        RequestId: {
          description: 'The id of the request. Include it in error reports.',
          schema: { type: 'string' },
          example: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
        },
        IgnoredFields: {
          description:
            'The fields of the body that the operation does not know, percent-encoded and separated by commas; at most 20. Absent if there are none.',
          schema: { type: 'string' },
          example: 'tool, mcpConfigs.0.whitelist',
        },
        IdempotentReplayed: {
          description:
            '`true` if the request repeats an earlier one with the same `Idempotency-Key`, which was not executed again. Absent otherwise.',
          schema: { type: 'string', enum: ['true'] },
          example: 'true',
        },
        ETag: {
          description: 'Identifies this version of the resource.',
          schema: { type: 'string' },
          example: '"7"',
        },
      },
    },
  }
}

function schemasOf(documented: readonly DocumentedEndpoint[]): Schemas {
  const use = (mode: Mode) => (schema: v.GenericSchema) => ({ schema, mode })
  const sent = documented.flatMap((each) => [each.params, each.query, ...Object.values(bodyContent(each))])
  const returned = [
    ...documented.flatMap(({ response, unavailable = [] }) => [response, unavailable].flat()),
    ErrorBody,
    RateLimitBody,
    ...Envelope.options,
    // The values of a field that accepts any JSON.
    AgentHttpTool,
  ]
  const named = namedSchemas()
  for (const { response } of documented) {
    const name = named.get(response) ?? pageName(response, named)
    if (name) named.set(response, name)
  }
  return createSchemas(named, [...sent.map(use('input')), ...returned.map(use('output'))])
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Agents: 'Agents reply to customers: prompt, tools, documents, memory and other settings.',
  'MCP connectors': 'Model Context Protocol servers that provide tools for agents.',
  Conversations: 'Conversations with one customer on one business number: messages, routing, and takeover by a person.',
  Customers: 'What is stored of a customer: name, choice about marketing and memory. Export and erasure.',
  'Messaging accounts': "Business accounts at the messaging provider, their numbers, and the provider's own API.",
  'Phone numbers': 'Business numbers and their default routing.',
  'Link sessions': 'Links for customers to connect a business account.',
  Templates: 'Message templates: local drafts that are published to business accounts.',
  'Webhook deliveries': 'Events sent to your endpoints. Webhooks are created in the dashboard.',
  Media: 'Files that customers sent.',
  Triggers: 'Start conversations from other systems, without an API key.',
  'Audit log': 'Who changed what in the organisation.',
  'API key': 'What an API key may do.',
  Health: 'Whether the service is available.',
  Reference: 'This document.',
  Webhooks:
    'Your endpoints, which are created in the dashboard, and the requests that the service sends to them, one for each event. Verify the signature before you use the body.',
}

/** Returns the tags with their descriptions, in the order of their first use. */
function tagsOf(names: Iterable<string>): { name: string; description: string }[] {
  return Array.from(new Set(names), (name) => ({ name, description: DESCRIPTIONS[name] ?? name }))
}
