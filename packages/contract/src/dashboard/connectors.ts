import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { createMcpConnector, ToolProblem } from '../mcp-connectors.ts'
import { forBrowsers } from './fields.ts'

const CONNECTOR_PROBLEMS = [
  'dns',
  'refused',
  'tls',
  'timeout',
  'reset',
  'invalid_response',
  'blocked_address',
  'too_many_redirects',
  'unauthorized',
  'sign_in',
  'not_found',
  'status',
  'protocol',
  'web_page',
  'too_large',
  'too_deep',
  'endless',
] as const

export const ConnectorTest = v.object({
  problem: v.pipe(v.nullable(v.picklist(CONNECTOR_PROBLEMS)), v.description('Null if the server listed its tools.')),
  status: v.pipe(v.nullable(v.number()), v.description('The HTTP status of a server that rejected the request.')),
  toolsHash: v.pipe(
    v.string(),
    v.description('Identifies the listed tools, to approve them. Empty if they are not shown completely.'),
  ),
  problems: v.pipe(v.array(ToolProblem), v.description('The tools that are left out.')),
  tools: v.array(
    v.object({
      name: v.string(),
      description: v.string(),
      approval: v.pipe(
        v.picklist(['approved', 'new', 'changed']),
        v.description('Agents do not use new and changed tools of a connector until they are approved.'),
      ),
      inputSchema: v.pipe(v.optional(v.string()), v.description('JSON, for new and changed tools.')),
    }),
  ),
})
export type ConnectorTest = v.InferOutput<typeof ConnectorTest>

const { url, headers } = createMcpConnector.body.entries

export const testConnector = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/mcp-connectors/test/',
  body: v.object({
    url,
    headers,
    connectorId: v.pipe(v.optional(Uuid), v.description('The connector whose stored header values are masked here.')),
  }),
  response: ConnectorTest,
})

export const approveTools = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/mcp-connectors/{id}/approve-tools/',
  body: v.object({ toolsHash: v.string() }),
  audit: { action: 'approve', object: 'connector' },
})
