import type { CallToolResult } from '@modelcontextprotocol/client'
import { isObject } from '@replywright/contract/json.ts'
import { isOutboundError } from '../../platform/outbound/failure-text.ts'

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

/** Finds the error of a failed guarded `fetch` in the library's error. */
export function findOutboundError(error: unknown) {
  for (let inner = error, depth = 0; depth < 5; depth += 1) {
    if (isOutboundError(inner)) return inner
    if (!isObject(inner)) return undefined
    inner = inner.cause ?? (isObject(inner.data) ? inner.data.cause : undefined)
  }
  return undefined
}
