import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { attemptSpans } from '../../deliveries/attempt/trace-attempt.ts'
import { exportSpans, resumeExport } from '../../platform/spans/export-spans.ts'
import { readHeaders } from '../../platform/spans/post-otlp.ts'
import { type TurnTrace, turnSpans } from './turn-spans.ts'

const AT = 1_772_445_600_000
const TURN: TurnTrace = {
  originId: 'm1',
  conversationId: 'c1',
  agent: { id: 'a1', name: 'Shop' },
  takenAt: AT,
  startedAt: AT + 1000,
  sendingAt: AT + 3000,
  endedAt: AT + 3500,
  calls: [
    {
      agentId: 'a1',
      model: 'global.amazon.nova-2-lite-v1:0',
      at: AT + 1100,
      durationMs: 800,
      tokens: { inputTokens: 900, outputTokens: 20, cachedTokens: 100 },
      reply: { text: '', toolCalls: [{ id: 't1', name: 'find_order', args: { order: 'A-1042' } }] },
      results: [{ index: 0, at: AT + 1900, durationMs: 100, text: 'shipped' }],
    },
    {
      agentId: 'a1',
      model: 'gpt-4.1',
      at: AT + 2000,
      durationMs: 900,
      tokens: { inputTokens: 950, outputTokens: 30 },
      reply: { text: 'It has shipped.', toolCalls: [] },
      results: [],
    },
  ],
  sent: 1,
  question: 'Where is my order?',
  answer: 'It has shipped.',
}
const DELIVERY = {
  delivery: { id: 'd1', event: 'message.received' as const, webhookId: 'w1', attemptCount: 0 },
  url: 'https://hooks.example/secret-path?token=abc',
  sent: {
    at: AT + 50,
    payload: JSON.stringify({ conversationId: 'c1', message: { id: 'm1' } }),
    answer: {
      outcome: { status: 200 },
      headers: {},
      body: '',
      bodyCut: false,
      bodyLate: false,
      durationMs: 120,
    },
  },
}

const closing: (() => void)[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  resumeExport()
  for (const close of closing.splice(0)) close()
})

/** Starts a collector that responds with a status, or never. Returns what it received. */
async function collector(status: number | 'never'): Promise<unknown[]> {
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url, type: request.headers['content-type'], body: JSON.parse(body) })
    if (status !== 'never') response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  vi.stubEnv('OTLP_ENDPOINT', `http://127.0.0.1:${port}/`)
  vi.stubEnv('STAGE', 'test')
  return received
}

test('one trace leads from the message to the turn, its calls, the reply and the webhook', () => {
  const spans = [...turnSpans(TURN, false), ...attemptSpans(DELIVERY)]
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/)
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  expect(nameOf.size).toBe(spans.length)
  expect(spans.map(({ name, parentSpanId = '' }) => [name, nameOf.get(parentSpanId)])).toEqual([
    ['message', undefined],
    ['invoke_agent Shop', 'message'],
    ['chat global.amazon.nova-2-lite-v1:0', 'invoke_agent Shop'],
    ['execute_tool find_order', 'invoke_agent Shop'],
    ['chat gpt-4.1', 'invoke_agent Shop'],
    ['send reply', 'invoke_agent Shop'],
    ['deliver message.received', 'message'],
  ])
  expect(spans[2]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'aws.bedrock',
    'gen_ai.request.model': 'global.amazon.nova-2-lite-v1:0',
    'gen_ai.usage.input_tokens': 900,
    'gen_ai.usage.output_tokens': 20,
  })
  expect(spans[4]?.attributes).toMatchObject({ 'gen_ai.provider.name': 'openai' })
  expect(spans[1]?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 1850, 'gen_ai.agent.name': 'Shop' })
  expect(spans[6]?.attributes).toMatchObject({
    'http.response.status_code': 200,
    'server.address': 'hooks.example',
  })
})

test('what customers, agents and tools wrote is only in traces that ask for it, and the URL of a webhook never', () => {
  const without = JSON.stringify([...turnSpans(TURN, false), ...attemptSpans(DELIVERY)])
  const withContent = JSON.stringify([...turnSpans(TURN, true), ...attemptSpans(DELIVERY)])
  for (const text of ['Where is my order?', 'It has shipped.', 'A-1042', '"shipped"']) {
    expect(without).not.toContain(text)
    expect(withContent).toContain(text.replaceAll('"', ''))
  }
  for (const text of [without, withContent]) expect(text).not.toMatch(/secret-path|token=/)
})

test('a failed attempt and a declined turn are errors', () => {
  const [attempt] = attemptSpans({
    ...DELIVERY,
    sent: { ...DELIVERY.sent, answer: { ...DELIVERY.sent.answer, outcome: { status: 503 } } },
  })
  expect(attempt).toMatchObject({ error: '503', attributes: { 'error.type': '503', 'http.response.status_code': 503 } })
  expect(turnSpans({ ...TURN, declined: 'filter' }, false)[1]).toMatchObject({ error: 'filter' })
  expect(attemptSpans({ ...DELIVERY, sent: { ...DELIVERY.sent, payload: '{}' } })).toEqual([])
})

test('a turn that failed has error spans and sends nothing, and its repetition adds only what is new', () => {
  const failed = turnSpans({ ...TURN, sendingAt: undefined, failed: 'refused' }, false)
  expect(failed.map(({ name, error }) => [name, error])).toEqual([
    ['message', 'refused'],
    ['invoke_agent Shop', 'refused'],
    ['chat global.amazon.nova-2-lite-v1:0', undefined],
    ['execute_tool find_order', undefined],
    ['chat gpt-4.1', undefined],
  ])
  const again = turnSpans({ ...TURN, failedAt: AT + 1500 }, false)
  expect(again.map(({ name }) => name)).toEqual(['invoke_agent Shop', 'chat gpt-4.1', 'send reply'])
  const known = new Set(failed.map(({ spanId }) => spanId))
  expect(again.filter(({ spanId }) => known.has(spanId)).map(({ name }) => name)).toEqual(['chat gpt-4.1'])
  expect(again[0]?.parentSpanId).toBe(failed[0]?.spanId)
})

test.each([
  ['', {}],
  ['x-api-key=a=b', { 'x-api-key': 'a=b' }],
  ['Authorization=Bearer%20abc,x-team=42', { authorization: 'Bearer abc', 'x-team': '42' }],
  ['x-share=100%', { 'x-share': '100%' }],
])('the headers of %j', (text, headers) => {
  expect(readHeaders(text)).toEqual(headers)
})

test('a collector receives OTLP as JSON', async () => {
  const received = await collector(200)
  await exportSpans((withContent) => turnSpans(TURN, withContent))
  expect(received).toMatchObject([
    {
      path: '/v1/traces',
      type: 'application/json',
      body: {
        resourceSpans: [
          {
            resource: {
              attributes: [
                { key: 'service.name', value: { stringValue: 'replywright' } },
                { key: 'deployment.environment.name', value: { stringValue: 'test' } },
              ],
            },
            scopeSpans: [
              {
                spans: [
                  { name: 'message', kind: 2, startTimeUnixNano: `${AT}000000`, status: {} },
                  { name: 'invoke_agent Shop', kind: 1, endTimeUnixNano: `${AT + 3500}000000` },
                  {},
                  {},
                  {},
                  { name: 'send reply', kind: 3 },
                ],
              },
            ],
          },
        ],
      },
    },
  ])
  expect(JSON.stringify(received)).toContain('{"key":"gen_ai.usage.input_tokens","value":{"intValue":"900"}}')
  expect(JSON.stringify(received)).not.toContain('Where is my order?')
})

test.each([[500], ['never']] as const)(
  'a collector that responds with %s never fails a turn, and is left alone for a minute',
  async (status) => {
    const received = await collector(status)
    await exportSpans(() => turnSpans(TURN, false))
    await exportSpans(() => turnSpans(TURN, false))
    expect(received).toHaveLength(1)
  },
)

test('without a collector nothing is built', async () => {
  const build = vi.fn(() => [])
  await exportSpans(build)
  expect(build).not.toHaveBeenCalled()
})
