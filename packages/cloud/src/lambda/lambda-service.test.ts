import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JsonObject, Resource } from '../resource.ts'
import { functionName, type LambdaOptions, type LambdaService, startLambda } from './lambda-service.ts'

let code: string
let lambda: ReturnType<typeof startLambda> | undefined
const lines: { function: string; line: string }[] = []

beforeEach(async () => {
  code = await mkdtemp(join(tmpdir(), 'lambda-'))
})

afterEach(async () => {
  await lambda?.stop()
  lines.length = 0
  await rm(code, { recursive: true, force: true })
})

function fn(name: string, properties: JsonObject = {}): Resource {
  return {
    stack: 'app',
    logicalId: name,
    type: 'AWS::Lambda::Function',
    physicalId: name,
    arn: `arn:aws:lambda:eu-central-1:111111111111:function:${name}`,
    properties: { Handler: 'index.handler', Runtime: 'nodejs24.x', ...properties },
  }
}

/** Starts functions that share the module `source`. */
const start = (source: string, ...functions: Resource[]) => startIn({}, source, ...functions)

async function startIn(account: Partial<LambdaOptions>, source: string, ...functions: Resource[]) {
  await writeFile(join(code, 'index.mjs'), source)
  lambda = startLambda({
    functions,
    assetPath: () => code,
    environment: { region: 'eu-central-1', accountId: '111111111111' },
    credentials: ({ logicalId }) => ({
      accessKeyId: `KEY${logicalId}`,
      secretAccessKey: 'secret',
      sessionToken: 'token',
    }),
    endpointUrl: 'http://127.0.0.1:1',
    log: (line) => lines.push(line),
    ...account,
  })
  return lambda
}

test('invokes a function by name, ARN and qualified ARN', async () => {
  const service = await start('export const handler = async (event) => ({ got: event })', fn('echo'))
  for (const name of ['echo', fn('echo').arn, `${fn('echo').arn}:$LATEST`]) {
    expect(await service.invoke(name, { a: 1 })).toEqual({ payload: { got: { a: 1 } } })
  }
})

test.each([
  ['f', 'f'],
  ['f:live', 'f'],
  ['111111111111:function:f', 'f'],
  ['arn:aws:lambda:eu-central-1:111111111111:function:f', 'f'],
  ['arn:aws:lambda:eu-central-1:111111111111:function:f:7', 'f'],
])('finds the function name of %s: %s', (arn, name) => {
  expect(functionName(arn)).toBe(name)
})

test('stores the compiled code of an idle worker for later workers', async () => {
  const compileCache = join(code, 'compiled')
  const service = await startIn({ compileCache }, 'export const handler = async () => 1', fn('f'))
  await service.invoke('f', {})
  const stored = async () => {
    const entries = await readdir(compileCache, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile())
  }
  expect(await stored()).toEqual([])
  await vi.waitFor(async () => expect(await stored()).not.toEqual([]), { timeout: 30_000, interval: 200 })
})

test('rejects an unknown function', async () => {
  const service = await start('export const handler = async () => 1')
  await expect(service.invoke('nobody', {})).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    statusCode: 404,
  })
})

test('gives a function its own variables and Lambda’s, and none of the host’s', async () => {
  vi.stubEnv('HOST_SECRET', 'do not leak')
  const source = 'export const handler = async () => process.env'
  const own = { Environment: { Variables: { TABLE: 't', AWS_REGION: 'mars' } }, MemorySize: 256 }
  const service = await start(source, fn('one', own), fn('two'))
  const { payload: one } = await service.invoke('one', {})
  const { payload: two } = await service.invoke('two', {})
  expect(one).toMatchObject({
    TABLE: 't',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'KEYone',
    AWS_SESSION_TOKEN: 'token',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    AWS_LAMBDA_FUNCTION_NAME: 'one',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/one',
    _HANDLER: 'index.handler',
  })
  expect(two).not.toHaveProperty('TABLE')
  expect(one).not.toHaveProperty('HOST_SECRET')
  expect(one).not.toHaveProperty('USER')
  vi.unstubAllEnvs()
})

test.each([
  [4096, 'starts'],
  [4097, 'refuses'],
])('with %i bytes of variables it %s', async (bytes, outcome) => {
  const starting = start(
    'export const handler = 1',
    fn('f', { Environment: { Variables: { Ü: 'x'.repeat(bytes - 2) } } }),
  )
  if (outcome === 'starts') await starting
  else await expect(starting).rejects.toThrow('have 4097 bytes')
})

test('describes the invocation in the context', async () => {
  const source = `export const handler = async (event, context) =>
    ({ ...context, left: context.getRemainingTimeInMillis() })`
  const service = await start(source, fn('told', { Timeout: 7 }))
  const { payload } = await service.invoke('told', {})
  expect(payload).toMatchObject({
    functionName: 'told',
    invokedFunctionArn: fn('told').arn,
    memoryLimitInMB: '128',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    logGroupName: '/aws/lambda/told',
    left: expect.toSatisfy((left: number) => left > 5000 && left <= 7000),
  })
})

test('keeps the module of a warm worker, and passes a new event to each call', async () => {
  const source = `let calls = 0
    export const handler = async (event) => { event.seen = (event.seen ?? 0) + 1; return { calls: ++calls, seen: event.seen } }`
  const service = await start(source, fn('warm'))
  const event = {}
  expect(await service.invoke('warm', event)).toEqual({ payload: { calls: 1, seen: 1 } })
  expect(await service.invoke('warm', event)).toEqual({ payload: { calls: 2, seen: 1 } })
  expect(event).toEqual({})
})

const OVERLAP = `import { threadId } from 'node:worker_threads'
  let running = 0
  export const handler = async () => {
    running++
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { threadId, alone: running-- === 1 }
  }`

test('ends the idle workers of all functions, or of some', async () => {
  const service = await start('let calls = 0\nexport const handler = async () => ++calls', fn('first'), fn('second'))
  const both = () => Promise.all(['first', 'second'].map((name) => service.invoke(name, {})))
  await both()
  service.endIdleWorkers((name) => name === 'second')
  expect(await both()).toEqual([{ payload: 2 }, { payload: 1 }])
  service.endIdleWorkers()
  expect(await both()).toEqual([{ payload: 1 }, { payload: 1 }])
})

test('runs one invocation per worker, up to ten concurrently, and queues more', async () => {
  const service = await start(OVERLAP, fn('busy'))
  const results = await Promise.all(Array.from({ length: 25 }, () => service.invoke('busy', {})))
  const payloads = results.map(({ payload }) => payload)
  expect(payloads).toEqual(payloads.map(() => ({ threadId: expect.any(Number), alone: true })))
  expect(new Set(payloads.map((payload) => JSON.stringify(payload))).size).toBe(10)
})

const throttled = { name: 'TooManyRequestsException', statusCode: 429, message: 'Rate Exceeded.' }

/** Invokes a function several times concurrently. Returns how many ran, and the errors of the others. */
async function atOnce(service: LambdaService, name: string, times: number) {
  const results = await Promise.allSettled(Array.from({ length: times }, () => service.invoke(name, {})))
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  return { ran: times - refused.length, refused }
}

test('throttles executions above the reservation, and all with a reservation of zero', async () => {
  const service = await start(
    OVERLAP,
    fn('two', { ReservedConcurrentExecutions: 2 }),
    fn('none', { ReservedConcurrentExecutions: 0 }),
  )
  const { ran, refused } = await atOnce(service, 'two', 6)
  expect(ran).toBe(2)
  for (const reason of refused) expect(reason).toMatchObject(throttled)
  expect(await atOnce(service, 'two', 2)).toEqual({ ran: 2, refused: [] })
  await expect(service.invoke('none', {})).rejects.toMatchObject(throttled)
})

test('lets functions without a reservation share the rest of the account', async () => {
  const service = await startIn(
    { accountConcurrency: 5 },
    OVERLAP,
    fn('reserved', { ReservedConcurrentExecutions: 2 }),
    fn('one'),
    fn('other'),
  )
  const [reserved, one, other] = await Promise.all(['reserved', 'one', 'other'].map((name) => atOnce(service, name, 4)))
  expect(reserved?.ran).toBe(2)
  expect((one?.ran ?? 0) + (other?.ran ?? 0)).toBe(3)
  for (const reason of [...(one?.refused ?? []), ...(other?.refused ?? [])]) expect(reason).toMatchObject(throttled)
})

test('does not count an execution that ended with its worker', async () => {
  const source = 'export const handler = async (event) => { if (event.crash) process.exit(3) }'
  const service = await start(source, fn('one', { ReservedConcurrentExecutions: 1 }))
  expect(await service.invoke('one', { crash: true })).toMatchObject({ functionError: 'Unhandled' })
  expect(await service.invoke('one', {})).toEqual({ payload: null })
})

test('rejects reservations above the account’s limit', async () => {
  const greedy = fn('greedy', { ReservedConcurrentExecutions: 3 })
  await expect(startIn({ accountConcurrency: 2 }, OVERLAP, greedy)).rejects.toThrow('reserve 3')
})

test.each([
  ['waits forever', 'await new Promise(() => setInterval(() => {}, 1000))'],
  ['never yields', 'for (;;) {}'],
])('ends a handler that %s after its timeout, and starts a new worker for the next call', async (_, body) => {
  const source = `let calls = 0
    export const handler = async (event) => { calls++; if (event.hang) { console.log('hanging'); ${body} } return calls }`
  const service = await start(source, fn('slow', { Timeout: 1 }))
  await service.invoke('slow', {})
  expect(await service.invoke('slow', { hang: true })).toEqual({
    functionError: 'Unhandled',
    payload: {
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringMatching(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z [0-9a-f-]{36} Task timed out after 1\.00 seconds$/,
      ),
    },
  })
  expect(lines).toContainEqual({ function: 'slow', line: 'hanging' })
  expect(await service.invoke('slow', {})).toEqual({ payload: 1 })
})

test.each([
  ['process.exit', 'process.exit(3)', 'exit status 3'],
  ['an uncaught error', 'setTimeout(() => { throw new Error("boom") }); await new Promise(() => {})', 'exit status 1'],
  ['an unhandled rejection', 'Promise.reject(new Error("boom")); await new Promise(() => {})', 'exit status 1'],
])('%s fails the invocation but not the host', async (_, body, status) => {
  const source = `export const handler = async (event) => { if (event.crash) { ${body} } return 'fine' }`
  const service = await start(source, fn('fragile'))
  const { payload, functionError } = await service.invoke('fragile', { crash: true })
  expect(functionError).toBe('Unhandled')
  expect(payload).toEqual({
    errorType: 'Runtime.ExitError',
    errorMessage: expect.stringMatching(
      new RegExp(`^RequestId: [0-9a-f-]{36} Error: Runtime exited with error: ${status}$`),
    ),
  })
  expect(await service.invoke('fragile', {})).toEqual({ payload: 'fine' })
})

test('converts a handler’s error to type, message and trace', async () => {
  const source = `class Odd extends Error { name = 'Odd' }
    export const handler = async (event) => { throw event.text ? 'plain' : new Odd('even') }`
  const service = await start(source, fn('throws'))
  expect(await service.invoke('throws', {})).toEqual({
    functionError: 'Unhandled',
    payload: {
      errorType: 'Odd',
      errorMessage: 'even',
      trace: expect.arrayContaining([expect.stringContaining('Odd')]),
    },
  })
  expect(await service.invoke('throws', { text: true })).toEqual({
    functionError: 'Unhandled',
    payload: { errorType: 'string', errorMessage: 'plain', trace: [] },
  })
})

test.each([
  ['index.missing', 'export const handler = 1', 'Runtime.HandlerNotFound'],
  ['absent.handler', 'export const handler = 1', 'Runtime.ImportModuleError'],
  ['index.handler', 'import "nowhere-to-be-found"', 'Runtime.ImportModuleError'],
  ['index.handler', 'this is no code', 'Runtime.UserCodeSyntaxError'],
  [
    'index.handler',
    'export const handler = (event, context, callback) => callback()',
    'Runtime.CallbackHandlerDeprecated',
  ],
  ['index.handler', 'throw new TypeError("at load")', 'TypeError'],
])('handler %s in "%s" fails with %s', async (handler, source, errorType) => {
  const service = await start(source, fn('broken', { Handler: handler }))
  expect(await service.invoke('broken', {})).toMatchObject({ functionError: 'Unhandled', payload: { errorType } })
})

test('limits payloads to six megabytes in both directions', async () => {
  const source = 'export const handler = async (event) => event.want ? "x".repeat(event.want) : event.text.length'
  const service = await start(source, fn('large'))
  const limit = 6 * 1024 * 1024
  const envelope = '{"text":""}'.length
  expect(await service.invoke('large', { text: 'x'.repeat(limit - envelope) })).toEqual({ payload: limit - envelope })
  await expect(service.invoke('large', { text: 'x'.repeat(limit - envelope + 1) })).rejects.toMatchObject({
    name: 'RequestTooLargeException',
    statusCode: 413,
  })
  expect(await service.invoke('large', { want: limit })).toMatchObject({ payload: expect.any(String) })
  expect(await service.invoke('large', { want: limit + 99 })).toMatchObject({
    payload: { errorType: 'Function.ResponseSizeTooLarge' },
  })
})

test('logs console output by line: JSON text unchanged, objects as JSON', async () => {
  const source = `export const handler = async () => {
    console.log('{"event":"done"}'); console.info({ a: 1 }); console.warn('two %d', 2); console.error('x\\ny')
    process.stdout.write('raw\\n') }`
  const service = await start(source, fn('chatty'))
  expect(await service.invoke('chatty', {})).toEqual({ payload: null })
  await vi.waitFor(() => expect(lines).toHaveLength(6), 30_000)
  // A stream is separate, so its lines can be anywhere between.
  const written = lines.map(({ line }) => line).filter((line) => line !== 'raw')
  expect(written).toEqual(['{"event":"done"}', '{"a":1}', 'two 2', 'x', 'y'])
  expect(lines.every((line) => line.function === 'chatty')).toBe(true)
})

describe('an open connection of a worker', () => {
  /** Responds with the request's path, and closes idle connections almost immediately. */
  let server: Server
  let requests: string[]
  let url: string
  beforeEach(async () => {
    requests = []
    server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end(request.url)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await promisify(server.close).call(server)
  })

  /** A request without a response ends after half a second. */
  const SILENT = { timeout: 500 }
  const slowClient = () => fn('client', { Timeout: 60 })

  /** Sends a request on a kept-alive connection. Reports whether it was new, and the result. */
  const CLIENT = `import { Agent, get } from 'node:http'
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    export const handler = ({ url, timeout = 30_000 }) => new Promise((resolve) => {
      const request = get(url, { agent, timeout }, (response) => {
        response.on('data', () => {}).on('end', () => resolve({ reused: request.reusedSocket, status: response.statusCode }))
      })
      request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'timeout' })))
      request.on('error', ({ code }) => resolve({ reused: request.reusedSocket, error: code }))
    })`

  test('stays alive by default', async () => {
    const service = await start(CLIENT, slowClient())
    expect(await service.invoke('client', { url: `${url}/1` })).toEqual({ payload: { reused: false, status: 200 } })
    expect(await service.invoke('client', { url: `${url}/2` })).toEqual({ payload: { reused: true, status: 200 } })
  })

  test('is silently dead for the next invocation: no response, no end, no reset', async () => {
    const service = await startIn({ frozenConnections: { dieAfterMilliseconds: 0 } }, CLIENT, slowClient())
    expect(await service.invoke('client', { url: `${url}/1` })).toEqual({ payload: { reused: false, status: 200 } })
    expect(await service.invoke('client', { url: `${url}/2`, ...SILENT })).toEqual({
      payload: { reused: true, error: 'timeout' },
    })
    expect(await service.invoke('client', { url: `${url}/3` })).toEqual({ payload: { reused: false, status: 200 } })
    expect(requests).toEqual(['/1', '/3'])
  })

  test('does not report that its peer has closed it', async () => {
    const source = `import { connect } from 'node:net'
      let socket
      export const handler = async ({ port }) => {
        if (!socket) return new Promise((resolve) => { socket = connect(port, '127.0.0.1', resolve) })
        return new Promise((resolve) => {
          const heard = (what) => () => resolve(what)
          for (const what of ['data', 'end', 'close', 'error']) socket.on(what, heard(what))
          socket.setTimeout(500, heard('nothing'))
        })
      }`
    const service = await startIn({ frozenConnections: { dieAfterMilliseconds: 0 } }, source, fn('client'))
    const [connection] = await Promise.all([
      once(server, 'connection'),
      service.invoke('client', { port: Number(new URL(url).port) }),
    ])
    connection[0].end('late')
    expect(await service.invoke('client', { port: Number(new URL(url).port) })).toEqual({ payload: 'nothing' })
  })

  test('survives a shorter freeze', async () => {
    const service = await startIn({ frozenConnections: { dieAfterMilliseconds: 60_000 } }, CLIENT, slowClient())
    await service.invoke('client', { url: `${url}/1` })
    expect(await service.invoke('client', { url: `${url}/2` })).toEqual({ payload: { reused: true, status: 200 } })
  })

  test('survives if it leads to an AWS service and these are excluded', async () => {
    const frozenConnections = { dieAfterMilliseconds: 0, toServices: false }
    const service = await startIn({ frozenConnections, endpointUrl: url }, CLIENT, slowClient())
    await service.invoke('client', { url: `${url}/1` })
    expect(await service.invoke('client', { url: `${url}/2` })).toEqual({ payload: { reused: true, status: 200 } })
  })

  test('also dies in fetch', async () => {
    const source = `export const handler = async ({ url, timeout = 30_000 }) => {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeout) }).catch(({ name }) => name)
      return response.ok ? response.text() : response
    }`
    const service = await startIn({ frozenConnections: { dieAfterMilliseconds: 0 } }, source, slowClient())
    expect(await service.invoke('client', { url: `${url}/1` })).toEqual({ payload: '/1' })
    expect(await service.invoke('client', { url: `${url}/2`, ...SILENT })).toEqual({ payload: 'TimeoutError' })
    expect(await service.invoke('client', { url: `${url}/3` })).toEqual({ payload: '/3' })
  })
})

test('waits for a running invocation at stop and rejects new ones', async () => {
  const source = `export const handler = async () => {
    console.log('begun'); await new Promise((resolve) => setTimeout(resolve, 200)); return 'ended' }`
  const service = await start(source, fn('last'))
  const running = service.invoke('last', {})
  await vi.waitFor(() => expect(lines).toHaveLength(1), 30_000)
  const stopped = service.stop()
  await expect(service.invoke('last', {})).rejects.toMatchObject({ name: 'ServiceException' })
  expect(await running).toEqual({ payload: 'ended' })
  await stopped
})

test('reports the processor time of an invocation, without its waits', async () => {
  const ended: number[] = []
  const source = `export const handler = async ({ busy }) => {
    if (!busy) return void (await new Promise((resolve) => setTimeout(resolve, 300)))
    const { user } = process.threadCpuUsage()
    while (process.threadCpuUsage().user - user < 200_000);
  }`
  // On a busy machine, the time of a processor takes many times as long.
  const service = await startIn(
    { onInvoked: ({ processorMilliseconds }) => ended.push(processorMilliseconds) },
    source,
    fn('worker', { Timeout: 60 }),
  )
  await service.invoke('worker', { busy: true })
  await service.invoke('worker', {})
  expect(ended[0]).toBeGreaterThanOrEqual(200)
  expect(ended[1]).toBeLessThan(150)
})
