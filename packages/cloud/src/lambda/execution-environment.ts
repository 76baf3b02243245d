import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FunctionConfiguration } from './function-configuration.ts'
import type { FrozenConnections } from './kept-connections.ts'
import {
  type FunctionError,
  type HostMessage,
  type InvocationRequest,
  runtimeExited,
  timedOut,
  type WorkerMessage,
  type WorkerStart,
} from './worker-messages.ts'

/** The module of a worker. Its extension is that of this one: the published package is JavaScript. */
const RUNTIME = new URL(import.meta.url.endsWith('.ts') ? './runtime.ts' : './runtime.js', import.meta.url)

/** Longer than Lambda's 10 seconds, because a busy machine starts a worker more slowly. */
const INIT_TIMEOUT_MILLISECONDS = 30_000

/** By default a worker fills 48 MB with short-lived objects before the first collection. */
const YOUNG_GENERATION_MEGABYTES = 16

/** The handler's result as JSON text, or its error. */
export type Outcome = { readonly payload: string } | { readonly error: FunctionError }

interface ExecutionEnvironmentOptions {
  readonly fn: FunctionConfiguration
  readonly taskRoot: string
  readonly logStream: string
  readonly variables: Record<string, string>
  /** Selects the connections that die between two invocations. */
  readonly frozenConnections: FrozenConnections | undefined
  readonly log: (line: string) => void
  /**
   * Called after each invocation with its duration, including the initialisation that it waited for, and its processor
   * time, which is 0 if its worker was ended.
   */
  readonly onInvoked: (milliseconds: number, processorMilliseconds: number) => void
  /** Called once when the worker has ended for any reason. */
  readonly onEnd: () => void
}

/** A worker with one loaded handler. It runs one invocation at a time while it is alive. */
export class ExecutionEnvironment {
  readonly #options: ExecutionEnvironmentOptions
  readonly #worker: Worker
  readonly #initialised = Promise.withResolvers<void>()
  readonly #initTimer: NodeJS.Timeout
  #current:
    | { readonly requestId: string; readonly event: string; readonly settle: (outcome: Outcome) => void }
    | undefined
  #processorMilliseconds = 0
  #initError: FunctionError | undefined
  #alive = true
  #tidied = false
  #exitCode = 0

  constructor(options: ExecutionEnvironmentOptions) {
    const { fn, taskRoot, logStream, variables, frozenConnections } = options
    const workerData: WorkerStart = {
      taskRoot,
      handler: fn.handler,
      functionName: fn.name,
      functionArn: fn.arn,
      memoryMegabytes: fn.memoryMegabytes,
      logGroup: fn.logGroup,
      logStream,
      frozenConnections,
    }
    this.#options = options
    this.#worker = new Worker(RUNTIME, {
      name: fn.name,
      workerData,
      env: variables,
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: fn.memoryMegabytes,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
      },
    })
    this.#initTimer = setTimeout(() => this.#worker.terminate(), INIT_TIMEOUT_MILLISECONDS)
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message))
    this.#worker.on('error', (error) => options.log(error instanceof Error ? String(error.stack) : String(error)))
    this.#worker.on('exit', (code) => this.#ended(code))
    this.#forwardLines(this.#worker.stdout)
    this.#forwardLines(this.#worker.stderr)
  }

  get alive(): boolean {
    return this.#alive
  }

  /** JSON of the event in progress. */
  get event(): string | undefined {
    return this.#current?.event
  }

  async invoke(requestId: string, event: string, traceHeader: string): Promise<Outcome> {
    const startedAt = performance.now()
    this.#processorMilliseconds = 0
    try {
      return await this.#run(requestId, event, traceHeader)
    } finally {
      this.#options.onInvoked(performance.now() - startedAt, this.#processorMilliseconds)
    }
  }

  tidyOnce(collectsGarbage: boolean): void {
    if (this.#tidied) return
    this.#tidied = true
    this.#worker.postMessage({ collectsGarbage } satisfies HostMessage)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #run(requestId: string, event: string, traceHeader: string): Promise<Outcome> {
    await this.#initialised.promise
    if (!this.#alive) return { error: this.#initError ?? runtimeExited(requestId, this.#exitCode) }
    const { timeoutSeconds } = this.#options.fn
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const timer = setTimeout(async () => {
      this.#current = undefined
      await this.#worker.terminate()
      const error = timedOut(requestId, timeoutSeconds, new Date())
      this.#options.log(error.errorMessage)
      resolve({ error })
    }, timeoutSeconds * 1000)
    this.#current = { requestId, event, settle: resolve }
    const deadline = Date.now() + timeoutSeconds * 1000
    const request: InvocationRequest = { requestId, event, traceHeader, deadline }
    this.#worker.postMessage(request)
    const outcome = await promise
    clearTimeout(timer)
    return outcome
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'log') this.#options.log(message.line)
    else if (message.kind === 'ready') this.#ready()
    else if (message.kind === 'init-failed') this.#initFailed(message.error)
    else {
      if (this.#current?.requestId === message.requestId) this.#processorMilliseconds = message.processorMilliseconds
      this.#settle(
        message.requestId,
        message.kind === 'result' ? { payload: message.payload } : { error: message.error },
      )
    }
  }

  #ready(): void {
    clearTimeout(this.#initTimer)
    this.#initialised.resolve()
  }

  #initFailed(error: FunctionError): void {
    this.#options.log(`${error.errorType}: ${error.errorMessage}`)
    this.#initError = error
    void this.#worker.terminate()
  }

  #settle(requestId: string, outcome: Outcome): void {
    if (this.#current?.requestId !== requestId) return
    const { settle } = this.#current
    this.#current = undefined
    settle(outcome)
  }

  #ended(code: number): void {
    clearTimeout(this.#initTimer)
    this.#alive = false
    this.#exitCode = code
    this.#initialised.resolve()
    if (this.#current) this.#settle(this.#current.requestId, { error: runtimeExited(this.#current.requestId, code) })
    this.#options.onEnd()
  }

  #forwardLines(stream: Readable): void {
    createInterface({ input: stream }).on('line', this.#options.log)
  }
}
