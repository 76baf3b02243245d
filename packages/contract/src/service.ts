import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const Health = v.pipe(v.object({ status: v.literal('ok') }), v.description('The service is available.'))

export const Unavailable = v.pipe(
  v.object({ status: v.literal('unavailable') }),
  v.description('The service cannot read its table.'),
)

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'Health',
  summary: 'Check the service',
  description:
    'For monitors. Requires no API key. The service checks every 10 seconds at most whether it can read its table.',
  access: 'public',
  response: Health,
  unavailable: Unavailable,
})

/** A message of the Model Context Protocol. The MCP SDK checks the rest. */
const Message = v.looseObject({ jsonrpc: v.literal('2.0') })

/**
 * The hosted MCP server: Streamable HTTP without sessions. Its tools call the operations with the API key of the request, so a read key
 * has the tools that read. The protocol describes the messages, and the OpenAPI document omits them.
 */
export const callMcp = endpoint({
  audience: 'browsers',
  method: 'POST',
  path: '/api/v1/mcp/',
  access: 'read',
  role: 'viewer',
  body: Message,
  response: Message,
})

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  tag: 'Reference',
  summary: 'Get this document',
  description: 'OpenAPI 3.1. Requires no API key.',
  access: 'public',
  cacheable: true,
  response: v.pipe(v.looseObject({ openapi: v.string() }), v.description('The OpenAPI document of the API.')),
})

/** The same reference for programs: Markdown, and an index of it (llmstxt.org). */
const text = { method: 'GET', access: 'public', cacheable: true, response: v.string(), audience: 'browsers' } as const
export const getMarkdown = endpoint({ ...text, path: '/docs.md' })
export const getIndex = endpoint({ ...text, path: '/llms.txt' })

/** A guide as a page, or as Markdown with `.md` at the end. */
export const getGuide = endpoint({ ...text, path: '/docs/{page}/', params: v.object({ page: v.string() }) })

/** Redirects to the reference. */
export const getRoot = endpoint({ method: 'GET', path: '/', access: 'public', status: 302, audience: 'browsers' })

export const getReference = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  response: v.string(),
  audience: 'browsers',
})
