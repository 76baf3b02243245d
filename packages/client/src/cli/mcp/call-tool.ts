import type { CallToolResult } from '@modelcontextprotocol/server'
import { ApiError, ConnectionError, RateLimitError } from '../../errors.ts'
import { type Connection, send } from '../../send.ts'
import { fillPath, queryText, type Values } from '../../target.ts'
import type { Tool } from './describe-tools.ts'
import { fit } from './fit.ts'

/** Calls the operation of a tool. Errors of the API are results, so that the assistant can read them. */
export async function callTool(
  connection: Connection,
  tool: Tool,
  input: Values,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { method, path, query, hasBody } = tool
  try {
    const target = fillPath(path, input) + queryText(Object.fromEntries(query.map((name) => [name, input[name]])))
    const body = hasBody ? JSON.stringify(input.body ?? {}) : undefined
    const { text, note } = fit((await send(connection, { method, target, body }, { signal })) ?? { success: true })
    return { content: [text, note].filter((part) => part !== undefined).map((part) => ({ type: 'text', text: part })) }
  } catch (error) {
    signal.throwIfAborted()
    return { content: [{ type: 'text', text: describeError(error, tool) }], isError: true }
  }
}

/** Returns an error as `code: message`, then a line for each invalid field. */
function describeError(error: unknown, { readOnly }: Tool): string {
  if (error instanceof RateLimitError)
    return `${error.code}: ${error.message}. Wait ${error.retryAfterSeconds} seconds before the next call.`
  if (error instanceof ApiError)
    return [
      `${error.code}: ${error.message}`,
      ...error.details.map(({ path, message }) => `- ${path ? `${path}: ` : ''}${message}`),
      ...(error.status >= 500 && error.requestId ? [`Request id: ${error.requestId}`] : []),
    ].join('\n')
  if (error instanceof ConnectionError)
    return `${error.reason}: ${error.message}.${readOnly ? '' : ' The change may have happened: read its result before you repeat it.'}`
  return `invalid_input: ${error instanceof Error ? error.message : String(error)}`
}
