import type { ConnectorTest } from '@replywright/contract/dashboard/connectors.ts'
import { InternalError } from '../../platform/errors.ts'
import { failureText, isOutboundError } from '../../platform/outbound/failure-text.ts'
import type { McpTrace } from './mcp-fetch.ts'
import { findOutboundError } from './mcp-result.ts'

type McpProblem = NonNullable<ConnectorTest['problem']>

/** Why an MCP server could not be used. `cause` is the library's error. */
export class McpFailure extends InternalError {
  override name = 'McpFailure'
  readonly problem: McpProblem
  /** The HTTP status of a server that rejected the request. */
  readonly status: number | null
  constructor(problem: McpProblem, status: number | null, options?: ErrorOptions) {
    super(`the MCP server could not be used: ${problem}`, options)
    this.problem = problem
    this.status = status
  }
}

/** Returns the reason of a failed connection or request. `signal` is the deadline. */
export async function mcpFailure(error: unknown, trace: McpTrace, signal: AbortSignal): Promise<McpFailure> {
  if (error instanceof McpFailure) return error
  const { problem, status } = await reasonOf(error, trace, signal)
  return new McpFailure(problem, status, { cause: error })
}

async function reasonOf(
  error: unknown,
  trace: McpTrace,
  signal: AbortSignal,
): Promise<{ problem: McpProblem; status: number | null }> {
  if (trace.isTooLarge) return { problem: 'too_large', status: null }
  if (trace.isTooDeep) return { problem: 'too_deep', status: null }
  if (signal.aborted) return { problem: 'timeout', status: null }
  const outbound = findOutboundError(error)
  if (outbound) return { problem: outbound, status: null }
  const { ProtocolError, SdkHttpError, UnauthorizedError } = await import('./mcp.ts')
  if (error instanceof UnauthorizedError) return ofStatus(401, trace)
  if (error instanceof SdkHttpError && error.status !== undefined) return ofStatus(error.status, trace)
  if (!(error instanceof ProtocolError) && trace.status !== undefined) return ofStatus(trace.status, trace)
  return { problem: trace.isPage ? 'web_page' : 'protocol', status: null }
}

function ofStatus(status: number, { wantsSignIn }: McpTrace): { problem: McpProblem; status: number } {
  if (status === 401 && wantsSignIn) return { problem: 'sign_in', status }
  if (status === 401 || status === 403) return { problem: 'unauthorized', status }
  return { problem: status === 404 || status === 405 ? 'not_found' : 'status', status }
}

const SENTENCES: Readonly<Partial<Record<McpProblem, string>>> = {
  unauthorized: 'The server rejects the credentials. Check the headers of the connector.',
  sign_in: 'The server requires a sign-in, which is not supported. Use a header with a token.',
  not_found: 'There is no MCP server at this URL.',
  status: 'The server returned an error.',
  protocol: 'The server violated the MCP protocol.',
  web_page: 'The server responded with a web page instead of MCP. Check the path of the URL.',
  too_large: 'A response of the server is larger than 1 MB.',
  too_deep: 'A response of the server is nested too deeply.',
  endless: 'The list of tools does not end: the server names too many pages.',
}

/** Returns why a call failed, for the model. */
export async function mcpFailureText(error: unknown, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return failureText('The server', 'timeout')
  if (!(error instanceof McpFailure)) return 'The server violated the MCP protocol.'
  const { ProtocolError } = await import('./mcp.ts')
  if (error.cause instanceof ProtocolError) return `The server refused the call: ${error.cause.message}`
  if (error.status !== null) return `The server responded with status ${error.status}.`
  return failureSentence(error)
}

/** Returns one sentence or two on why a server could not be used, for people. */
export function failureSentence({ problem, status }: McpFailure): string {
  const text = isOutboundError(problem) ? failureText('The server', problem) : (SENTENCES[problem] ?? '')
  return status === null ? text : `${text} Status: ${status}.`
}
