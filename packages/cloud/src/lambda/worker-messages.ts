import type { FunctionError } from './function-error.ts'
import type { FrozenConnections } from './kept-connections.ts'

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
  /** When the worker is ended, in milliseconds since the epoch. */
  readonly deadline: number
}

export type HostMessage = InvocationRequest | 'collect-garbage'

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failed'; readonly error: FunctionError }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'failed'; readonly requestId: string; readonly error: FunctionError }
