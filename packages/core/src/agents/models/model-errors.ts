import * as v from 'valibot'
import { type BedrockProblem, bedrockProblem } from './bedrock-problem.ts'

/**
 * Why a model could not be reached: `network` stands for everything before its status line, `access` for an account or a role
 * that may not use it now.
 */
export type DownCause = 'timeout' | 'network' | 'status' | 'unreadable' | 'access'

/** The model cannot answer now, and may later. Says nothing of what it was asked, and has no `cause` because that would. */
export class ModelDownError extends Error {
  override name = 'ModelDownError'
  readonly reason: DownCause
  readonly status: number | undefined
  readonly problem: BedrockProblem | undefined
  constructor(reason: DownCause, status?: number, problem?: BedrockProblem) {
    super(`the model is down: ${reason}${status === undefined ? '' : ` ${status}`}${told(problem)}`)
    this.reason = reason
    this.status = status
    this.problem = problem
  }
}

/** The model refuses this request and would again: a wrong key, an unknown model, too long a prompt. Says as little. */
export class ModelRefusedError extends Error {
  override name = 'ModelRefusedError'
  readonly status: number | undefined
  /** The server's own code, such as `model_not_found`. */
  readonly code: string | undefined
  readonly problem: BedrockProblem | undefined
  constructor(status: number | undefined, code: string | undefined, problem?: BedrockProblem) {
    super(`${`the model refused the request: ${status ?? 'no status'} ${code ?? ''}`.trimEnd()}${told(problem)}`)
    this.status = status
    this.code = code
    this.problem = problem
  }
}

function told(problem: BedrockProblem | undefined): string {
  return problem ? ` (${problem.kind}). ${problem.remedy}` : ''
}

const FAILURES_THAT_PASS = new Set([408, 409, 425, 429])
const Code = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/))
/** The body of an error as OpenAI's servers send it. */
const ErrorBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ error: v.object({ code: Code }) }), v.object({ error: v.object({ type: Code }) })]),
  v.transform(({ error }) => ('code' in error ? error.code : error.type)),
)
/** The body of an error of Amazon Bedrock; its code is in the header `x-amzn-errortype`, before a colon. */
const BedrockBody = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))

/**
 * What became of a call that threw: a `ModelDownError`, a `ModelRefusedError`, or what was thrown when it is neither. A signal
 * that was aborted for another reason than time gives that reason.
 */
export async function modelError(thrown: unknown, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return isTimeout(signal.reason) ? new ModelDownError('timeout') : signal.reason
  if (isTimeout(thrown)) return new ModelDownError('timeout')
  const { APICallError } = await import('./ai.ts')
  if (!APICallError.isInstance(thrown)) return thrown
  const { statusCode: status, responseBody } = thrown
  if (status === undefined) return new ModelDownError('network')
  if (status < 300) return new ModelDownError('unreadable', status)
  const type = thrown.responseHeaders?.['x-amzn-errortype']?.split(':')[0]
  if (type !== undefined) {
    const body = v.safeParse(BedrockBody, responseBody)
    const problem = bedrockProblem(status, type, body.success ? body.output.message : '')
    if (problem?.mayPass) return new ModelDownError('access', status, problem)
    if (problem) return new ModelRefusedError(status, type, problem)
  }
  if (status >= 500 || FAILURES_THAT_PASS.has(status)) return new ModelDownError('status', status)
  const code = v.safeParse(ErrorBody, responseBody)
  return new ModelRefusedError(status, code.success ? code.output : type)
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError'
}
