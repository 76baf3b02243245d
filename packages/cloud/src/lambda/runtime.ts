/** The code of a worker: loads one handler, then runs one invocation after the other. */
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { thrownError } from './function-error.ts'
import { keptConnections } from './kept-connections.ts'
import { consoleTo } from './runtime-console.ts'
import { type InvocationContext, loadHandler } from './runtime-handler.ts'
import type { HostMessage, InvocationRequest, WorkerMessage, WorkerStart } from './worker-messages.ts'

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

function collectGarbage(): void {
  // Node stores compiled code when a worker ends. Until then, other workers would compile the same code again.
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

const { frozenConnections } = start
const connections = frozenConnections && keptConnections(frozenConnections, process.env.AWS_ENDPOINT_URL ?? '')
consoleTo((line) => send({ kind: 'log', line }))

try {
  const handler = await loadHandler(start.taskRoot, start.handler)
  host.on('message', async (request: HostMessage) => {
    if (request === 'collect-garbage') return collectGarbage()
    const { requestId } = request
    connections?.thaw()
    try {
      const payload = stringify(await handler(JSON.parse(request.event), contextOf(request)))
      send({ kind: 'result', requestId, payload })
    } catch (thrown) {
      send({ kind: 'failed', requestId, error: thrownError(thrown) })
    } finally {
      connections?.freeze()
    }
  })
  send({ kind: 'ready' })
} catch (thrown) {
  send({ kind: 'init-failed', error: thrownError(thrown) })
}
