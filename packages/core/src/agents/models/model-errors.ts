import * as v from 'valibot'
import { InternalError } from '../../platform/errors.ts'
import { type BedrockProblem, bedrockProblem } from './bedrock-problem.ts'
import { isFilterError } from './finish-reasons.ts'
import { refusedTool } from './refused-tool.ts'

/** Why a model is down. `network`: no status line was received. `access`: the account or role has no access now. */
type DownReason = 'timeout' | 'network' | 'status' | 'unreadable' | 'access'

/** The model is down, and a retry may succeed. Contains nothing of the request, and has no `cause`, which would. */
export class ModelDownError extends InternalError {
  override name = 'ModelDownError'
  readonly reason: DownReason
  readonly status: number | undefined
  readonly problem: BedrockProblem | undefined
  constructor(reason: DownReason, status?: number, problem?: BedrockProblem) {
    super(`the model is down: ${reason}${status === undefined ? '' : ` ${status}`}${suffixOf(problem)}`)
    this.reason = reason
    this.status = status
    this.problem = problem
  }
}

/**
 * The model rejects this request, and a retry would fail too: a wrong key, an unknown model, a prompt that is too long.
 * Contains nothing of the request.
 */
export class ModelRefusedError extends InternalError {
  override name = 'ModelRefusedError'
  readonly status: number | undefined
  /** The server's code, such as `model_not_found`. */
  readonly code: string | undefined
  readonly problem: BedrockProblem | undefined
  /** Whether a content filter rejected it. */
  readonly isFiltered: boolean
  /** The tool because of which the model rejects the request (`refusedTool`). */
  readonly tool: string | undefined
  constructor(
    status: number | undefined,
    code: string | undefined,
    {
      problem,
      isFiltered = false,
      tool,
    }: {
      readonly problem?: BedrockProblem | undefined
      readonly isFiltered?: boolean
      readonly tool?: string | undefined
    } = {},
  ) {
    super(`${`the model refused the request: ${status ?? 'no status'} ${code ?? ''}`.trimEnd()}${suffixOf(problem)}`)
    this.status = status
    this.code = code
    this.problem = problem
    this.isFiltered = isFiltered
    this.tool = tool
  }
}

function suffixOf(problem: BedrockProblem | undefined): string {
  return problem ? ` (${problem.kind}). ${problem.remedy}` : ''
}

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429])
const Code = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/))
/** The body of an OpenAI-compatible error. */
const ErrorBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ error: v.object({ code: Code }) }), v.object({ error: v.object({ type: Code }) })]),
  v.transform(({ error }) => ('code' in error ? error.code : error.type)),
)
/** The body of an error of Amazon Bedrock. The code is in the header `x-amzn-errortype`, before a colon. */
const BedrockBody = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))

/**
 * Converts an error of a call to a `ModelDownError` or `ModelRefusedError`. Returns other errors unchanged, and the
 * reason of a signal that was aborted for another reason than a timeout.
 * @param tools the names of the request's tools in their order
 */
export async function modelError(
  thrown: unknown,
  signal: AbortSignal,
  tools: readonly string[] = [],
): Promise<unknown> {
  if (signal.aborted) return isTimeout(signal.reason) ? new ModelDownError('timeout') : signal.reason
  if (isTimeout(thrown)) return new ModelDownError('timeout')
  const { APICallError } = await import('./ai.ts')
  if (!APICallError.isInstance(thrown)) return thrown
  const { statusCode: status, responseBody } = thrown
  if (status === undefined) return new ModelDownError('network')
  if (status < 300) return new ModelDownError('unreadable', status)
  const tool = refusedTool(thrown, tools)
  if (tool !== undefined) return new ModelRefusedError(status, 'refused_tool', { tool })
  const type = thrown.responseHeaders?.['x-amzn-errortype']?.split(':')[0]
  if (type !== undefined) {
    const body = v.safeParse(BedrockBody, responseBody)
    const problem = bedrockProblem(status, type, body.success ? body.output.message : '')
    if (problem?.mayPass) return new ModelDownError('access', status, problem)
    if (problem) return new ModelRefusedError(status, type, { problem })
  }
  if (status >= 500 || TRANSIENT_STATUSES.has(status)) return new ModelDownError('status', status)
  const code = v.safeParse(ErrorBody, responseBody)
  return new ModelRefusedError(status, code.success ? code.output : type, {
    isFiltered: isFilterError(responseBody ?? ''),
  })
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError'
}
