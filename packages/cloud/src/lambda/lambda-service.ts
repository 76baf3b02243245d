import { randomBytes } from 'node:crypto'
import type { Credentials, Environment, Resource } from '../resource.ts'
import { ExecutionEnvironment } from './execution-environment.ts'
import { type FunctionConfiguration, functionConfiguration, functionEnvironment } from './function-configuration.ts'
import type { FrozenConnections } from './kept-connections.ts'
import { functionNotFound, recursive, requestTooLarge, throttled } from './lambda-error.ts'
import { MOST_IN_CHAIN, nextInvocation } from './lineage.ts'
import { type WarmthSettings, WarmWorkers } from './warm-workers.ts'
import { type FunctionError, responseTooLarge } from './worker-messages.ts'
import { WorkerPool } from './worker-pool.ts'

/** Counts concurrent executions and rejects those over a limit. */
interface Concurrency {
  /**
   * Counts one execution of a function until the returned function is called.
   * @throws LambdaError `TooManyRequestsException` if the function or the account has no execution left.
   */
  begin(fn: Pick<FunctionConfiguration, 'name' | 'reservedConcurrency'>): () => void
}

/** Lambda's limits on the payloads of a synchronous invocation. */
const REQUEST_LIMIT_BYTES = 6 * 1024 * 1024
const RESPONSE_LIMIT_BYTES = REQUEST_LIMIT_BYTES + 100

/** The result of an invocation: the handler's result, or a {@link FunctionError} if `functionError` is set. */
export interface InvocationResult {
  readonly payload: unknown
  readonly functionError?: 'Handled' | 'Unhandled'
}

export interface LambdaService {
  /**
   * Runs a function with an event and waits for its result. `traceHeaders` are those of the event's messages.
   * @throws LambdaError `ResourceNotFoundException`, `RequestTooLargeException`, `TooManyRequestsException`,
   * `RecursiveInvocationException`, or `ServiceException` while stopping. An error of the function itself is a `functionError`,
   * not an exception.
   */
  invoke(functionArnOrName: string, event: unknown, traceHeaders?: readonly string[]): Promise<InvocationResult>
  /** Waits for running invocations, for five seconds at most, then ends all workers. */
  stop(): Promise<void>
}

/** The functions, for the code that hosts them. */
interface LambdaHost extends LambdaService {
  /** Returns the JSON of the event that the worker with these credentials processes. */
  eventOf(accessKeyId: string): string | undefined
  /** Ends the worker with these credentials immediately. */
  endWorker(accessKeyId: string): Promise<void>
  /** Ends the idle workers of the functions with these names. @default all functions */
  endIdleWorkers(isOf?: (functionName: string) => boolean): void
}

export interface EndedInvocation {
  readonly function: string
  readonly memoryMegabytes: number
  /** The billed duration in Lambda's terms: whole milliseconds, including initialisation. */
  readonly billedMilliseconds: number
  /** Of the thread that ran it, without waits. */
  readonly processorMilliseconds: number
}

export interface LambdaOptions {
  /** `AWS::Lambda::Function`s. */
  readonly functions: readonly Resource[]
  /** Directory of a function's code. */
  readonly assetPath: (fn: Resource) => string
  readonly environment: Environment
  /** Creates credentials for a new worker. */
  readonly credentials: (fn: Resource) => Credentials
  /** Revokes the credentials of an ended worker. */
  readonly onWorkerEnd?: (credentials: Credentials) => void
  /** Returns the number of concurrent batches from queues for the function with this ARN. @default 0 */
  readonly batchesAtOnce?: (functionArn: string) => number
  /** Limit for concurrent executions of all functions; further ones are throttled. @default no limit */
  readonly accountConcurrency?: number
  /** Selects the open connections of a worker that die silently between two invocations. @default none */
  readonly frozenConnections?: FrozenConnections
  /** Folder of the functions' compiled code, for later workers. @default none */
  readonly compileCache?: string
  /** How long idle workers are kept, and how many. */
  readonly warmth?: WarmthSettings
  readonly onInvoked?: (invocation: EndedInvocation) => void
  /** The value of `AWS_ENDPOINT_URL`. */
  readonly endpointUrl: string
  readonly log?: (line: { function: string; line: string }) => void
}

/** Hosts functions in worker threads. A worker starts at its function's first invocation. */
export function startLambda(options: LambdaOptions): LambdaHost {
  const workers = new Map<string, ExecutionEnvironment>()
  const warm = new WarmWorkers(options.warmth)
  const hosted = new Map(
    options.functions.map((resource) => {
      const fn = functionConfiguration(resource, options.batchesAtOnce?.(resource.arn))
      return [fn.name, { fn, pool: poolOf(fn, resource, options, { workers, warm }) }] as const
    }),
  )
  const configurations = Array.from(hosted.values(), ({ fn }) => fn)
  const concurrency = createConcurrency(configurations, options.accountConcurrency)
  return {
    async invoke(functionArnOrName, event, traceHeaders = []) {
      const found = hosted.get(functionName(functionArnOrName))
      if (!found) throw functionNotFound(functionArnOrName)
      const text = JSON.stringify(event ?? {})
      if (Buffer.byteLength(text) > REQUEST_LIMIT_BYTES) throw requestTooLarge(REQUEST_LIMIT_BYTES)
      const { traceHeader, earlier } = nextInvocation(found.fn.arn, traceHeaders)
      if (earlier >= MOST_IN_CHAIN && !found.fn.allowsRecursion) throw recursive(found.fn.name)
      const end = concurrency.begin(found.fn)
      const outcome = await found.pool.invoke(text, traceHeader).finally(end)
      if ('error' in outcome) return failure(outcome.error)
      if (Buffer.byteLength(outcome.payload) > RESPONSE_LIMIT_BYTES) {
        return failure(responseTooLarge(RESPONSE_LIMIT_BYTES))
      }
      return { payload: JSON.parse(outcome.payload) }
    },
    eventOf: (accessKeyId) => workers.get(accessKeyId)?.event,
    async endWorker(accessKeyId) {
      await workers.get(accessKeyId)?.stop()
    },
    endIdleWorkers(isOf = () => true) {
      for (const [name, { pool }] of hosted) if (isOf(name)) pool.endIdle()
    },
    async stop() {
      await Promise.all(Array.from(hosted.values(), ({ pool }) => pool.stop()))
      warm.stop()
    },
  }
}

/** Returns the name from `name`, `name:qualifier`, `account:function:name` or an ARN with or without qualifier. */
export function functionName(functionArnOrName: string): string {
  const afterKeyword = functionArnOrName.split('function:').at(-1) ?? ''
  return afterKeyword.split(':')[0] ?? ''
}

function failure(error: FunctionError): InvocationResult {
  return { payload: error, functionError: 'Unhandled' }
}

function poolOf(
  fn: FunctionConfiguration,
  resource: Resource,
  options: LambdaOptions,
  { workers, warm }: { readonly workers: Map<string, ExecutionEnvironment>; readonly warm: WarmWorkers },
): WorkerPool {
  const { environment, endpointUrl, compileCache } = options
  return new WorkerPool({
    concurrency: fn.concurrency,
    startsAtOnce: options.warmth?.startsAtOnce,
    warm,
    start: (onEnd) => {
      const taskRoot = options.assetPath(resource)
      const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
      const logStream = `${day}/[$LATEST]${randomBytes(16).toString('hex')}`
      const credentials = options.credentials(resource)
      const worker = new ExecutionEnvironment({
        fn,
        taskRoot,
        logStream,
        variables: functionEnvironment(fn, {
          environment,
          credentials,
          endpointUrl,
          taskRoot,
          logStream,
          compileCache,
        }),
        frozenConnections: options.frozenConnections,
        log: (line) => options.log?.({ function: fn.name, line }),
        onInvoked: (milliseconds, processorMilliseconds) =>
          options.onInvoked?.({
            function: fn.name,
            memoryMegabytes: fn.memoryMegabytes,
            billedMilliseconds: Math.ceil(milliseconds),
            processorMilliseconds,
          }),
        onEnd() {
          workers.delete(credentials.accessKeyId)
          options.onWorkerEnd?.(credentials)
          onEnd()
        },
      })
      workers.set(credentials.accessKeyId, worker)
      return worker
    },
  })
}

/**
 * Limits executions as Lambda does: a function with reserved concurrency has exactly that, and all others share the
 * rest of the account.
 * @throws RangeError if the functions reserve more than the account has.
 */
function createConcurrency(
  functions: readonly Pick<FunctionConfiguration, 'reservedConcurrency'>[],
  accountLimit = Number.POSITIVE_INFINITY,
): Concurrency {
  const reserved = functions.reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0)
  if (reserved > accountLimit) {
    throw new RangeError(`the functions reserve ${reserved} executions of the account's ${accountLimit}`)
  }
  const running = new Map<string | undefined, number>()
  return {
    begin({ name, reservedConcurrency }) {
      const pool = reservedConcurrency === undefined ? undefined : name
      const count = running.get(pool) ?? 0
      if (count >= (reservedConcurrency ?? accountLimit - reserved)) throw throttled()
      running.set(pool, count + 1)
      return () => void running.set(pool, (running.get(pool) ?? 0) - 1)
    },
  }
}
