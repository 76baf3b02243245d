import * as v from 'valibot'
import { Name } from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { maxCharacters, Uuid, wellFormed } from './fields.ts'
import { PageQuery, pageOf } from './page.ts'

const LARGEST_HEADERS = 50

export const ToolProblem = v.object({
  tool: v.pipe(v.nullable(v.string()), v.description("The tool's name at the server, or null for the whole server.")),
  problem: v.pipe(v.string(), v.description('Why agents do not have the tool.')),
})
export type ToolProblem = v.InferOutput<typeof ToolProblem>

export const McpConnector = v.pipe(
  v.object({
    id: Uuid,
    name: v.string(),
    url: v.string(),
    headers: v.record(v.string(), v.string()),
    toolsWaiting: v.pipe(
      v.number(),
      v.integer(),
      v.description(
        'How many new or changed tools the server had at its last listing. Agents do not use them until a member approves them in the dashboard.',
      ),
    ),
    problems: v.pipe(
      v.array(ToolProblem),
      v.description(
        'What agents could not use when they last needed the tools, and why: the whole server, or tools that are left out.',
      ),
    ),
  }),
  v.description('An MCP server that provides tools for agents. Header values are secrets and masked for read keys.'),
)
export type McpConnector = v.InferOutput<typeof McpConnector>

export const HeaderName = v.pipe(
  v.string(),
  v.regex(/^[!#$%&'*+.^_`|~\w-]{1,255}$/, 'must be a valid HTTP header name'),
)
export const HeaderValue = v.pipe(v.string(), v.regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be a valid HTTP header value'))

export const McpConnectorInput = v.pipe(
  v.object({
    name: Name,
    url: v.pipe(
      v.string(),
      maxCharacters(2048),
      wellFormed,
      v.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\//, 'must be an http or https URL'),
      v.metadata({ format: 'uri' }),
      v.description('http or https.'),
    ),
    headers: v.pipe(
      v.optional(
        v.pipe(
          v.record(HeaderName, v.pipe(HeaderValue, maxCharacters(4096))),
          v.check(
            (headers) => Object.keys(headers).length <= LARGEST_HEADERS,
            `must be at most ${LARGEST_HEADERS} headers`,
          ),
          v.metadata({ maxProperties: LARGEST_HEADERS }),
        ),
      ),
      v.description(
        'Sent with every request to the server. Replaces the stored headers; a masked value keeps the stored value. If omitted, the stored headers are kept.',
      ),
    ),
  }),
  v.description('An MCP server to store.'),
)
export type McpConnectorInput = v.InferOutput<typeof McpConnectorInput>

const TAG = 'MCP connectors'

export const listMcpConnectors = endpoint({
  method: 'GET',
  path: '/api/v1/mcp-connectors/',
  tag: TAG,
  summary: 'List MCP connectors',
  description: 'Newest first. Header values are masked for read keys.',
  query: PageQuery,
  response: pageOf(McpConnector),
  errors: [400],
})

/** Maximum number of MCP connectors of an organisation. */
export const MOST_CONNECTORS = 200

export const createMcpConnector = endpoint({
  method: 'POST',
  path: '/api/v1/mcp-connectors/',
  tag: TAG,
  summary: 'Create an MCP connector',
  description: `Agents offer its tools if one of their \`mcpConfigs\` has its id as \`connectorId\`. At most ${MOST_CONNECTORS} connectors.`,
  body: McpConnectorInput,
  status: 201,
  response: McpConnector,
  errors: [409],
  audit: { action: 'create', object: 'connector' },
})

export const getMcpConnector = endpoint({
  method: 'GET',
  path: '/api/v1/mcp-connectors/{id}/',
  tag: TAG,
  summary: 'Get an MCP connector',
  description: 'Header values are masked for read keys.',
  versioned: true,
  response: McpConnector,
  errors: [404],
})

export const replaceMcpConnector = endpoint({
  method: 'PUT',
  path: '/api/v1/mcp-connectors/{id}/',
  tag: TAG,
  summary: 'Replace an MCP connector',
  description: 'Omitted headers are unchanged, and so is a header whose masked value is sent.',
  versioned: true,
  body: McpConnectorInput,
  response: McpConnector,
  errors: [404, 409],
  audit: { action: 'update', object: 'connector' },
})

export const deleteMcpConnector = endpoint({
  method: 'DELETE',
  path: '/api/v1/mcp-connectors/{id}/',
  tag: TAG,
  summary: 'Delete an MCP connector',
  description:
    'Agents that use the connector lose its tools. Their configurations are kept, with an empty `connectorName`.',
  errors: [404],
  audit: { action: 'delete', object: 'connector' },
})
