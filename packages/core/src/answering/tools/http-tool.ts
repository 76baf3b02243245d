import { STATUS_CODES } from 'node:http'
import { type HttpDescription, parseApiSchema } from '@replywright/contract/api-schema.ts'
import type { JsonObject } from '@replywright/contract/json.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Tool, ToolCall } from '../../agents/tool.ts'
import { log } from '../../platform/log/log.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { failureText } from '../../platform/outbound/failure-text.ts'
import { type OutboundResponse, requestOutbound } from '../../platform/outbound/request-outbound.ts'
import { CUT } from './as-data.ts'
import { buildRequest, type HttpRequest } from './http-request.ts'
import { readableText } from './readable-text.ts'
import { fixWith, hideSecrets, type Placeholders, secretTexts } from './secret-texts.ts'
import { uniquelyNamed } from './tool-name.ts'

type HttpToolSettings = AgentSettings['tools'][number]

const DEADLINE_MS = 20_000
const MAX_RESPONSE_BYTES = 64 * 1024
const MAX_REDIRECTS = 3
const DEFAULT_HEADERS = { accept: 'application/json, text/*;q=0.9, */*;q=0.5', 'user-agent': 'Service-Agent/1.0' }

/** Returns active tools. `settings` contain the secrets. A tool with an invalid `apiSchema` is omitted and logged. */
export function httpTools(
  settings: readonly HttpToolSettings[],
  placeholders: Placeholders,
  guard: Guard = systemGuard,
): Tool[] {
  const tools = settings
    .filter(({ active }) => active)
    .flatMap((tool) => {
      const description = parseApiSchema(tool.apiSchema)
      if (!('invalid' in description)) return [httpTool(tool, description, placeholders, guard)]
      log('tool.left_out', { toolId: tool.id })
      return []
    })
  return uniquelyNamed(tools)
}

function httpTool(
  { name, description, creditCost, apiSchema }: HttpToolSettings,
  http: HttpDescription,
  placeholders: Placeholders,
  guard: Guard,
): Tool {
  const changesOutside = !['GET', 'HEAD'].includes(http.method)
  return {
    name: toolName(name, 'http_tool'),
    description: description || name,
    parameters: http.parameters,
    changesOutside,
    creditCost,
    run: async (args, call) => {
      const sent = await callEndpoint({ apiSchema, http, placeholders, guard }, args, call)
      return { text: 'refused' in sent ? `Nothing was called: ${sent.refused}.` : sent.text }
    },
  }
}

interface HttpEndpoint {
  /** With its secrets. `http` is what it describes. */
  readonly apiSchema: unknown
  readonly http: HttpDescription
  readonly placeholders: Placeholders
  readonly guard: Guard
}

/** A request that was sent, and its response. Secrets are hidden. */
interface EndpointCall {
  readonly url: string
  /** Null if there was no response. */
  readonly status: number | null
  /** Text for the model. */
  readonly text: string
}

type CallId = Pick<ToolCall, 'id'> & Partial<Pick<ToolCall, 'signal'>>

/** Sends the request of a tool with validated arguments. `refused` tells the model why nothing was sent. */
export async function callEndpoint(
  { apiSchema, http, placeholders, guard }: HttpEndpoint,
  args: JsonObject,
  call: CallId,
): Promise<EndpointCall | { readonly refused: string }> {
  const request = buildRequest(http, args, await fixWith(placeholders, http))
  if ('refused' in request) return request
  const { status, text } = await send(http, request, call, guard)
  const secrets = secretTexts(apiSchema)
  return { url: hideSecrets(request.url, secrets), status, text: hideSecrets(text, secrets) }
}

async function send(
  { method }: HttpDescription,
  request: HttpRequest,
  { id, signal }: CallId,
  guard: Guard,
): Promise<Pick<EndpointCall, 'status' | 'text'>> {
  const response = await requestOutbound(
    {
      ...request,
      method,
      headers: { ...DEFAULT_HEADERS, ...request.headers, 'idempotency-key': id },
      deadlineMs: DEADLINE_MS,
      signal,
      maxBytes: MAX_RESPONSE_BYTES,
      maxRedirects: MAX_REDIRECTS,
    },
    guard,
  )
  if ('error' in response) {
    const uncertain =
      ['timeout', 'reset', 'invalid_response'].includes(response.error) && !['GET', 'HEAD'].includes(method)
    const text = failureText('The endpoint', response.error)
    return { status: null, text: uncertain ? `${text} It is not known whether it took effect.` : text }
  }
  return { status: response.status, text: await responseText(response) }
}

/** Returns the status line and the body. */
async function responseText(response: OutboundResponse): Promise<string> {
  const { status, bytes, cut } = response
  const body =
    bytes.length === 0 ? '' : ((await readableText(response))?.text ?? `[${bytes.length} bytes of binary data]`)
  return [`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim(), body, cut ? CUT.trim() : ''].filter(Boolean).join('\n')
}
