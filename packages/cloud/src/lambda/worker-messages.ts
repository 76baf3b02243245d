import type { FrozenConnections } from './kept-connections.ts'

/** Payload of a failed invocation, which Lambda returns with `X-Amz-Function-Error`. */
export interface FunctionError {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace?: readonly string[]
}

/** `workerData` of a worker. */
export interface WorkerStart {
  readonly taskRoot: string
  readonly handler: string
  readonly functionName: string
  readonly functionArn: string
  readonly memoryMegabytes: number
  readonly logGroup: string
  readonly logStream: string
  readonly frozenConnections: FrozenConnections | undefined
}

export interface InvocationRequest {
  readonly requestId: string
  /** The event as JSON text, so that each call receives a new object with only what JSON can contain. */
  readonly event: string
  /** The header `X-Amzn-Trace-Id` of its calls. */
  readonly traceHeader: string
  /** When the worker is ended, in milliseconds since the epoch. */
  readonly deadline: number
}

export type HostMessage = InvocationRequest | { readonly collectsGarbage: boolean }

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failed'; readonly error: FunctionError }
  | { readonly kind: 'log'; readonly line: string }
  | (Ended & { readonly kind: 'result'; readonly payload: string })
  | (Ended & { readonly kind: 'failed'; readonly error: FunctionError })

interface Ended {
  readonly requestId: string
  /** Processor time of the invocation in the worker's thread. */
  readonly processorMilliseconds: number
}

export function thrownError(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] }
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] }
}

export function timedOut(requestId: string, timeoutSeconds: number, at: Date): FunctionError {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `${at.toISOString()} ${requestId} Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
  }
}

/** Builds the error for an ended process: `process.exit`, an uncaught error, or out of memory. */
export function runtimeExited(requestId: string, exitCode: number): FunctionError {
  const reason = exitCode === 0 ? 'without providing a reason' : `with error: exit status ${exitCode}`
  return { errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${requestId} Error: Runtime exited ${reason}` }
}

export function responseTooLarge(limitBytes: number): FunctionError {
  return {
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: `Response payload size exceeded maximum allowed payload size (${limitBytes} bytes).`,
  }
}
