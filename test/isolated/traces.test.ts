// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agentWorld } from '../agents/agent-world.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 200 }

const Span = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  attributes: v.array(v.object({ key: v.string(), value: v.unknown() })),
  status: v.object({ code: v.optional(v.number()), message: v.optional(v.string()) }),
})
const Export = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ resourceSpans: v.tuple([v.object({ scopeSpans: v.tuple([v.object({ spans: v.array(Span) })]) })]) }),
)

/** What the collector received. */
const received: { readonly body: string; readonly key: string | undefined }[] = []
const collector = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const key = request.headers.authorization
    received.push({ body: Buffer.concat(chunks).toString(), key })
    response.statusCode = key === 'Bearer the key' ? 200 : 401
    response.end('{}')
  })
})
const isAddress = (address: unknown): address is AddressInfo => typeof address === 'object' && address !== null

let outdir: string
let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  outdir = await mkdtemp(join(tmpdir(), 'replywright-traces-'))
  const assembly = await synthesizeLocal(outdir, {
    otlpEndpoint: `http://127.0.0.1:${isAddress(address) ? address.port : 0}`,
    otlpHeaders: 'Authorization=Bearer%20the%20key',
  })
  service = await startTestService({ assembly, log: world.log, agentAnswers: true })
})
afterAll(async () => {
  await service?.stop()
  collector.close()
  await rm(outdir, { recursive: true, force: true })
})

/** Returns the spans of the trace with a message of a conversation. */
const traceOf = (conversationId: string) => {
  const spans = received.flatMap(({ body }) => v.parse(Export, body).resourceSpans[0].scopeSpans[0].spans)
  const root = spans.find(
    ({ name, attributes }) => name === 'message' && JSON.stringify(attributes).includes(conversationId),
  )
  return spans.filter(({ traceId }) => traceId === root?.traceId)
}

test('a message has one trace, from its arrival to the delivery, the tool calls and the reply, without what anybody wrote', async () => {
  const tool = { url: 'http://127.0.0.1:9/secret-path', method: 'GET' }
  const tools = [{ name: 'find_order', description: 'Finds', active: true, apiSchema: tool, creditCost: 0 }]
  const party = await world.party(await world.newAgent({ tools }))
  await world.write(party, '/call find_order {"note": "swordfish"}')
  const names = () => traceOf(party.id).map(({ name }) => name.replace(/^(chat|deliver|invoke_agent) .*/, '$1'))
  await vi.waitFor(
    () =>
      expect(names().toSorted()).toEqual([
        'chat',
        'chat',
        'deliver',
        'execute_tool find_order',
        'invoke_agent',
        'message',
        'send reply',
      ]),
    WAIT,
  )
  const spans = traceOf(party.id)
  const ids = new Map(spans.map(({ spanId, name }) => [spanId, name.split(' ')[0]]))
  expect(ids.size).toBe(spans.length)
  expect(spans.map(({ name, parentSpanId = '' }) => [name.split(' ')[0], ids.get(parentSpanId)]).toSorted()).toEqual([
    ['chat', 'invoke_agent'],
    ['chat', 'invoke_agent'],
    ['deliver', 'message'],
    ['execute_tool', 'invoke_agent'],
    ['invoke_agent', 'message'],
    ['message', undefined],
    ['send', 'invoke_agent'],
  ])
  expect(spans.filter(({ status }) => status.code !== undefined)).toEqual([])
  expect(received.every(({ key }) => key === 'Bearer the key')).toBe(true)
  expect(JSON.stringify(received)).not.toMatch(/swordfish|secret-path/)
})

test('a turn that fails has spans with the status error, once', async () => {
  const party = await world.party(await world.newAgent({}))
  const text = `refused ${party.customer}`
  service.model.script(text, [{ status: 400 }])
  await world.write(party, text)
  const errors = () =>
    traceOf(party.id)
      .filter(({ status }) => status.code === 2)
      .map(({ name, status }) => [name.split(' ')[0], status.message])
      .toSorted()
  await vi.waitFor(
    () =>
      expect(errors()).toEqual([
        ['invoke_agent', 'refused'],
        ['message', 'refused'],
      ]),
    WAIT,
  )
  expect(traceOf(party.id).map(({ name }) => name)).not.toContain('send reply')
  expect(JSON.stringify(received)).not.toContain(text)
})
