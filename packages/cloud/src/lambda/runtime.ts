/** The code of a worker: loads one handler, then runs one invocation after the other. */

import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format, inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { keptConnections } from './kept-connections.ts'
import {
  type HostMessage,
  type InvocationRequest,
  thrownError,
  type WorkerMessage,
  type WorkerStart,
} from './worker-messages.ts'

interface InvocationContext {
  readonly functionName: string
  readonly functionVersion: string
  readonly invokedFunctionArn: string
  readonly memoryLimitInMB: string
  readonly awsRequestId: string
  readonly logGroupName: string
  readonly logStreamName: string
  getRemainingTimeInMillis(): number
}

type Handler = (event: unknown, context: InvocationContext) => unknown

/** An error while loading a handler. The name is Lambda's error type. */
class RuntimeError extends Error {
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = `Runtime.${name}`
  }
}

if (!parentPort) throw new Error('the Lambda runtime runs only in a worker thread')
const host = parentPort
const start: WorkerStart = workerData

function send(message: WorkerMessage): void {
  host.postMessage(message)
}

function contextOf({ requestId, deadline }: InvocationRequest): InvocationContext {
  return {
    functionName: start.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: start.functionArn,
    memoryLimitInMB: String(start.memoryMegabytes),
    awsRequestId: requestId,
    logGroupName: start.logGroup,
    logStreamName: start.logStream,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  }
}

/** Returns a result as JSON text. The result of a handler that returns nothing is `null`. */
function stringify(result: unknown): string {
  try {
    return JSON.stringify(result) ?? 'null'
  } catch (cause) {
    throw new Error('Unable to stringify response body', { cause })
  }
}

function tidy(collectsGarbage: boolean): void {
  // Node stores compiled code when a worker ends. Until then, other workers would compile the same code again.
  flushCompileCache()
  if (!collectsGarbage) return
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

const { frozenConnections } = start
const connections = frozenConnections && keptConnections(frozenConnections, process.env.AWS_ENDPOINT_URL ?? '')
consoleTo((line) => send({ kind: 'log', line }))

try {
  const handler = await loadHandler(start.taskRoot, start.handler)
  host.on('message', async (request: HostMessage) => {
    if ('collectsGarbage' in request) return tidy(request.collectsGarbage)
    const { requestId } = request
    const before = process.threadCpuUsage()
    const processor = () => {
      const { user, system } = process.threadCpuUsage(before)
      return { requestId, processorMilliseconds: (user + system) / 1000 }
    }
    connections?.thaw()
    // The SDK sends it with each call, also without X-Ray.
    process.env._X_AMZN_TRACE_ID = request.traceHeader
    try {
      const payload = stringify(await handler(JSON.parse(request.event), contextOf(request)))
      send({ kind: 'result', payload, ...processor() })
    } catch (thrown) {
      send({ kind: 'failed', error: thrownError(thrown), ...processor() })
    } finally {
      connections?.freeze()
    }
  })
  send({ kind: 'ready' })
} catch (thrown) {
  send({ kind: 'init-failed', error: thrownError(thrown) })
}

/** Builds a log line: a string unchanged (it may be JSON), an object as JSON, anything else as `console` formats it. */
function lineOf(values: readonly unknown[]): string {
  const [first] = values
  if (values.length !== 1 || typeof first !== 'object' || first === null || first instanceof Error) {
    return format(...values)
  }
  try {
    return JSON.stringify(first)
  } catch {
    return inspect(first)
  }
}

/** Sends lines of `console` and standard output as messages, which arrive even if the worker is ended in a loop. */
function consoleTo(write: (line: string) => void): void {
  const writeLines = (text: string) => {
    for (const line of text.split('\n')) write(line)
  }
  for (const level of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const) {
    console[level] = (...values: unknown[]) => writeLines(lineOf(values))
  }
  process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    writeLines(Buffer.from(chunk).toString().replace(/\n$/, ''))
    const written = rest.at(-1)
    if (typeof written === 'function') written()
    return true
  }
}

function fileOf(taskRoot: string, modulePath: string): string {
  const found = ['.mjs', '.js', '.cjs']
    .map((extension) => join(taskRoot, modulePath + extension))
    .find((file) => existsSync(file))
  if (!found) throw new RuntimeError('ImportModuleError', `Error: Cannot find module '${modulePath}'`)
  return found
}

async function load(file: string): Promise<object> {
  try {
    const namespace: object = await import(pathToFileURL(file).href)
    return namespace
  } catch (cause) {
    const name = cause instanceof SyntaxError ? 'UserCodeSyntaxError' : 'ImportModuleError'
    if (cause instanceof SyntaxError || (cause instanceof Error && 'code' in cause)) {
      throw new RuntimeError(name, String(cause), { cause })
    }
    throw cause
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function'
}

/**
 * Imports `<path>/<module>.<exported name>` of a function's code.
 * @throws RuntimeError `Runtime.ImportModuleError`, `Runtime.UserCodeSyntaxError`, `Runtime.HandlerNotFound`,
 * `Runtime.CallbackHandlerDeprecated`; or the error that the module threw during the import.
 */
async function loadHandler(taskRoot: string, handler: string): Promise<Handler> {
  const [moduleName = '', ...path] = basename(handler).split('.')
  const module = await load(fileOf(taskRoot, join(dirname(handler), moduleName)))
  const exported = path.reduce<unknown>(member, module) ?? path.reduce<unknown>(member, member(module, 'default'))
  if (!isHandler(exported)) throw new RuntimeError('HandlerNotFound', `${handler} is undefined or not exported`)
  if (exported.length > 2) {
    throw new RuntimeError('CallbackHandlerDeprecated', `${handler} takes a callback, which Node.js 24 does not have`)
  }
  return exported
}
