import type { FunctionError } from './function-error.ts'
import type { FrozenConnections } from './kept-connections.ts'

/** `workerData`: what a worker is started with. */
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

/** One invocation. */
export interface InvocationRequest {
  readonly requestId: string
  /** The event as JSON text, so that each call gets a fresh object and only what JSON can carry. */
  readonly event: string
  /** When the worker is ended, in milliseconds since the epoch. */
  readonly deadline: number
}

/** Host to worker. */
export type HostMessage = InvocationRequest | 'collect-garbage'

/** Worker to host. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failed'; readonly error: FunctionError }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'failed'; readonly requestId: string; readonly error: FunctionError }
