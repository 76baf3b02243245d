import type { CallToolResult } from '@modelcontextprotocol/client'
import { isObject } from '@replywright/contract/json.ts'
import type { OutboundFailure } from '../../platform/outbound/request-outbound.ts'

/** Returns the result of an MCP tool as text. Describes content that is not text. */
export function mcpResultText({ content = [], structuredContent, isError }: CallToolResult): string {
  const parts = content.map(partText).filter(Boolean)
  const text =
    parts.length > 0 || structuredContent === undefined ? parts.join('\n') : JSON.stringify(structuredContent)
  return isError ? `The tool reported a failure.\n${text}`.trim() : text || '(no content)'
}

function partText(part: NonNullable<CallToolResult['content']>[number]): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[file: ${part.resource.mimeType ?? 'unknown type'}]`
    case 'resource_link':
      return `[link: ${part.name} ${part.uri}]`
    default:
      return `[${part.type}: ${part.mimeType}]`
  }
}

export async function mcpFailureText(error: unknown, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return failureText('The server', 'timeout')
  const { ProtocolError, SdkHttpError } = await import('./mcp.ts')
  if (error instanceof ProtocolError) return `The server refused the call: ${error.message}`
  if (error instanceof SdkHttpError) return `The server responded with status ${error.status}.`
  const failure = findOutboundError(error)
  return failure ? failureText('The server', failure) : 'The server violated the MCP protocol.'
}

/** Finds the error of a failed guarded `fetch` in the library's error. */
export function findOutboundError(error: unknown) {
  for (let inner = error, depth = 0; depth < 5; depth += 1) {
    if (isOutboundError(inner)) return inner
    if (!isObject(inner)) return undefined
    inner = inner.cause ?? (isObject(inner.data) ? inner.data.cause : undefined)
  }
  return undefined
}

/** Reasons for a failed request, for the model. */
const REASONS: Readonly<Record<OutboundFailure['error'], string>> = {
  dns: 'its host name was not found',
  refused: 'nothing accepts connections there',
  tls: 'its certificate cannot be trusted',
  timeout: 'it did not respond in time',
  reset: 'the connection was closed',
  blocked_address: 'its address is not allowed',
  too_many_redirects: 'it redirects too often',
}

/** Returns one sentence on why `what` could not be reached. */
export function failureText(what: string, error: OutboundFailure['error']): string {
  return `${what} could not be reached: ${REASONS[error]}.`
}

function isOutboundError(value: unknown): value is OutboundFailure['error'] {
  return typeof value === 'string' && Object.hasOwn(REASONS, value)
}
