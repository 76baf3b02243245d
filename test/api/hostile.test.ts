// @module-tag full
import http from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Listening, listen } from '@replywright/core/platform/outbound/testing/listen.ts'
import { drip, pour } from '@replywright/core/platform/outbound/testing/raw-endpoint.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliveryReader } from '../deliveries/read-delivery.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const OK = 'HTTP/1.1 200 OK\r\n'
const BOMB = gzipSync(Buffer.alloc(8 * 1024 ** 2))

type Act = (socket: Socket) => void

/**
 * What the endpoint does at the first attempt of a delivery whose message has this text, and the attempts that must be
 * recorded.
 */
const HOSTILE: Readonly<Record<string, { readonly act: Act; readonly attempts: readonly object[] }>> = {
  hangs: { act: () => {}, attempts: [{ cause: 'timeout' }, { status: 200 }] },
  'drips headers': {
    act: (socket) => drip(socket, OK, 'X-A: b\r\n', 100),
    attempts: [{ cause: 'timeout' }, { status: 200 }],
  },
  'drips a body': {
    act: (socket) => drip(socket, `${OK}\r\n`, 'x', 100),
    attempts: [{ status: 200, bodyCut: true, bodyLate: true, body: expect.stringMatching(/^x+$/) }],
  },
  'sends 100 MB': {
    act: (socket) => pour(socket, `${OK}Content-Length: ${100 * 1024 ** 2}\r\n\r\n`, Buffer.alloc(64 * 1024, 'x')),
    attempts: [{ status: 200, bodyCut: true, body: 'x'.repeat(4096) }],
  },
  'sends a gzip bomb': {
    act: (socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`)
      socket.end(BOMB)
    },
    attempts: [{ status: 200, bodyCut: true }],
  },
  'floods 1xx': {
    act: (socket) => pour(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)),
    attempts: [{ cause: 'reset' }, { status: 200 }],
  },
  'speaks no HTTP': {
    act: (socket) => socket.end('220 ready\r\n'),
    attempts: [{ cause: 'invalid_response' }, { status: 200 }],
  },
  resets: { act: (socket) => socket.resetAndDestroy(), attempts: [{ cause: 'reset' }, { status: 200 }] },
  'redirects to metadata': {
    act: (socket) => socket.end('HTTP/1.1 307 Over There\r\nLocation: http://169.254.169.254/\r\n\r\n'),
    attempts: [{ status: 307, cause: 'redirect' }],
  },
  behaves: { act: (socket) => socket.end(`${OK}Content-Length: 2\r\n\r\nok`), attempts: [{ status: 200, body: 'ok' }] },
}

interface Taken {
  readonly deliveryId: string
  readonly text: string | undefined
}

let service: Service
let endpoint: Listening
let readDelivery: ReturnType<typeof deliveryReader>
const taken: Taken[] = []

/** Acts at the first attempt as the text of the message says, and returns 200 to every other attempt. */
async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString()
  const text = Object.keys(HOSTILE).find((name) => body.includes(`"${name}"`))
  const deliveryId = String(request.headers['x-service-delivery'])
  const first = !taken.some((each) => each.deliveryId === deliveryId)
  taken.push({ deliveryId, text })
  const act = text && first ? HOSTILE[text]?.act : undefined
  if (act) act(request.socket)
  else response.end()
}

beforeAll(async () => {
  endpoint = await listen(http.createServer(respond))
  service = await startTestService({ DEMO_WEBHOOK_URL: `http://127.0.0.1:${endpoint.port}/hook` })
  readDelivery = deliveryReader(service)
})
afterAll(async () => {
  await service?.stop()
  await endpoint?.[Symbol.asyncDispose]()
})
beforeEach(() => {
  taken.length = 0
})

async function ended(text: string) {
  return await vi.waitFor(async () => {
    const deliveryId = taken.find((each) => each.text === text)?.deliveryId
    const delivery = deliveryId && (await readDelivery(service.ready.webhook.id, deliveryId))
    if (!delivery || delivery.status === 'pending') throw new Error(`the delivery of "${text}" has not ended`)
    return delivery
  }, WAIT)
}

test('a warm function reuses connections between invocations', async () => {
  for (let n = 1; n <= 6; n++) {
    await service.provider.sendAsCustomer({ from: freshCustomer(), text: 'Hello' })
    await vi.waitFor(() => expect(taken).toHaveLength(n), WAIT)
  }
  // The queue has more than one poller; each may open its own connection.
  expect(endpoint.sockets.length).toBeLessThanOrEqual(3)
})

test('each attempt ends in time and is recorded with its cause, whatever endpoints do concurrently', async () => {
  const texts = Object.keys(HOSTILE)
  await Promise.all(texts.map((text) => service.provider.sendAsCustomer({ from: freshCustomer(), text })))
  const deliveries = await Promise.all(texts.map(async (text) => [text, await ended(text)] as const))
  for (const [text, { attempts = [] }] of deliveries) {
    expect([text, attempts]).toEqual([text, HOSTILE[text]?.attempts.map((attempt) => expect.objectContaining(attempt))])
    expect([text, taken.filter((each) => each.text === text).length]).toEqual([text, attempts.length])
    for (const { durationMs } of attempts) expect(durationMs).toBeLessThan(12_000)
  }
})
