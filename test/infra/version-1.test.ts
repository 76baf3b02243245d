// @module-tag full
import { SQS } from '@aws-sdk/client-sqs'
import { encryptSecret } from '@replywright/core/platform/secrets/secrets.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { postOnce } from '../agents/agent-fixtures.ts'
import { typeOps } from '../operations/run-ops.ts'
import { actAsAdministrator, clientOf, outputOf } from '../support/administrator.ts'
import { callers, idOf, startTestService } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'
import { itemOf, type StoredItem, version1Cursors, version1ItemsFor } from './stored/version-1.ts'

const WAIT = { timeout: 90_000, interval: 200 }
/** Items that the service writes when it starts, with its own addresses and secrets. */
const OWN = ['account', 'apiKey', 'membership', 'modelSettings', 'providerSettings', 'user', 'userAlias', 'webhook']
const PURPOSE = v.picklist(['agent-secret', 'model', 'provider-app', 'provider-token', 'webhook-signing'])

let service: Service
let table: ReturnType<typeof storedItems>
let items: StoredItem[]
const { api } = callers(() => service)
const item = (kind: string, attributes?: object) => itemOf(items, kind, attributes)
const text = (value: unknown) => v.parse(v.string(), value)
const output = (name: string) => outputOf(service.cloud, name)

beforeAll(async () => {
  service = await startTestService({ agentAnswers: true })
  actAsAdministrator(service)
  table = storedItems(service.cloud)
  items = await version1ItemsFor(service, (purpose, owner, plaintext) =>
    encryptSecret(v.parse(PURPOSE, purpose), owner, plaintext),
  )
  await loadInFlight()
})
afterAll(() => service?.stop())

/** An agent asked its model, a tool has run, and then the worker ended. */
const ASKED = '43f41bba-bb10-5d96-963e-59de38584c0c'
/** A conversation whose reply was stored and not sent yet. */
const REPLIED = '0175542c-7566-5687-9135-a43b9352a925'

const TurnOut = v.object({ q: v.literal('turns'), g: v.string(), b: v.string() })

/**
 * Stores the items as they were during a deployment, with both turns in progress. The queue messages of the turns are
 * sent last, as if they were relayed a minute ago.
 */
async function loadInFlight(): Promise<void> {
  const now = Date.now()
  const isLater = ({ _e, conversationId, step, o }: StoredItem) =>
    (_e === 'message' && o === 'assistant') || (_e === 'turnStep' && conversationId === ASKED && step === 1)
  const kept = items.filter((stored) => !OWN.includes(stored._e) && !isLater(stored))
  const inFlight = kept.map((stored): StoredItem => {
    if (stored._e === 'conversation') return { ...stored, lastInboundAt: now }
    if (stored._e === 'message') return { ...stored, ti: undefined }
    if (stored._e !== 'turn') return stored
    const turn = { ...stored, status: 'open', startedAt: now }
    return stored.conversationId === ASKED
      ? { ...turn, reply: undefined, speakerId: undefined, credits: undefined }
      : turn
  })
  const [last, first] = [true, false].map((isMessage) => inFlight.filter(({ _e }) => (_e === 'message') === isMessage))
  for (const stored of [...(first ?? []), ...(last ?? [])]) {
    const out = v.safeParse(TurnOut, stored.out)
    // The relay sends inserted items, not changed ones.
    if (out.success) await table.put({ ...stored, out: undefined })
    await table.put(stored)
    if (out.success) await sendTurn(out.output, now - 60_000)
  }
}

async function sendTurn({ g: MessageGroupId, b: MessageBody }: v.InferOutput<typeof TurnOut>, relayedAt: number) {
  await clientOf(SQS, service.cloud).sendMessage({
    QueueUrl: output('TurnsQueueUrl'),
    MessageGroupId,
    MessageBody,
    MessageAttributes: { relayedAt: { DataType: 'Number', StringValue: String(relayedAt) } },
  })
}

const Reply = v.object({ content: v.looseObject({ text: v.string() }) })

describe('a turn that version 1 started', () => {
  /**
   * Returns the texts that the agent sent, oldest first. The provider rejects them, because its service window is
   * closed.
   */
  const sentTo = async (conversationId: string) => {
    const { body } = await api('GET', `/conversations/${conversationId}/messages/`)
    const { results } = v.parse(
      v.looseObject({ results: v.array(v.object({ role: v.string(), text: v.string() })) }),
      body,
    )
    return results
      .filter(({ role }) => role === 'assistant')
      .map((message) => message.text)
      .reverse()
  }

  test('sends the stored reply, and does not call the model again', async () => {
    const stored = text(item('turn', { conversationId: REPLIED }).reply)
    const parts = v.parse(v.array(Reply), JSON.parse(stored)).map(({ content }) => content.text)
    expect(parts).toHaveLength(2)
    await vi.waitFor(async () => expect(await sentTo(REPLIED)).toEqual(parts), WAIT)
    expect(JSON.stringify(service.model.requests)).not.toContain('this one fails')
  })

  test('continues after the stored step and result, and does not call the tool again', async () => {
    await vi.waitFor(async () => expect((await sentTo(ASKED)).join()).toContain('on its way'), WAIT)
    expect(service.receiver.received('/tool')).toEqual([])
  })
})

describe('an agent that version 1 stored', () => {
  const path = () => `/agents/${text(item('agent', { name: 'Version 1' }).id)}/`
  const body = () => itemOf(items, 'agentBody', { version: 2 })
  const Settings = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))
  const settings = () => v.parse(Settings, body().settings)
  const restore = () => Promise.all([table.put(body()), table.put(item('agent', { name: 'Version 1' }))])

  test('can be read and listed completely, with its secrets', async () => {
    const got = await api('GET', path())
    const { name, systemPrompt, icebreakers, memoryKeys, wakeUpConfigs, websiteTools, imageGenerateTools } = settings()
    expect(got).toMatchObject({
      status: 200,
      body: { name, systemPrompt, icebreakers, memoryKeys, wakeUpConfigs, websiteTools, imageGenerateTools },
    })
    expect(got.body).toMatchObject({
      tools: [{ apiSchema: { request_headers: { Authorization: { input: { value: 'Bearer of a secret' } } } } }],
      outboundTriggers: [{ secret: 'a secret of its own' }],
      documents: [{ name: 'hours.txt', status: 'ready' }],
      handoffTools: [{ childAgentName: 'Child' }],
      mcpConfigs: [{ connectorName: 'Docs', toolWhitelist: ['search'] }],
    })
    const { results } = v.parse(
      v.looseObject({ results: v.array(v.looseObject({ id: v.string() })) }),
      (await api('GET', '/agents/')).body,
    )
    expect(results.find(({ id }) => id === idOf(got))).toMatchObject({ name })
  })

  test('has defaults for fields that were not stored', async () => {
    const { imageGenerateTools, firstMessage, ...fewer } = settings()
    const tools = v.parse(v.array(v.looseObject({})), fewer.tools).map(({ creditCost, active, ...tool }) => tool)
    await table.put({ ...body(), settings: JSON.stringify({ ...fewer, tools }) })
    const got = await api('GET', path())
    expect(got).toMatchObject({ status: 200, body: { imageGenerateTools: [], firstMessage: '' } })
    expect(got.body).toMatchObject({ tools: [{ creditCost: 0, active: true }] })
    await restore()
  })

  test('keeps fields of a later release through a change', async () => {
    const later = { later: 'kept' }
    const { tools, memoryKeys, ...others } = settings()
    const withLater = (array: unknown) =>
      v.parse(v.array(v.looseObject({})), array).map((each) => ({ ...each, ...later }))
    const stored = { ...others, ...later, tools: withLater(tools), memoryKeys: withLater(memoryKeys) }
    await table.put({ ...body(), ...later, settings: JSON.stringify(stored) })
    const sent = v.parse(v.looseObject({ tools: v.array(v.looseObject({})) }), (await api('GET', path())).body)
    expect(await api('PATCH', path(), { description: 'Changed', tools: sent.tools })).toMatchObject({ status: 200 })
    const changed = await table.get(body().pk, 'body')
    expect(changed).toMatchObject({ ...later, v: 1 })
    expect(v.parse(Settings, changed?.settings)).toMatchObject({
      ...later,
      description: 'Changed',
      tools: [later],
      memoryKeys: [later],
    })
    await restore()
  })

  test('is neither misread nor overwritten if it has the format of a later release', async () => {
    const later = { ...body(), v: 2 }
    await table.put(later)
    expect(await api('GET', path())).toMatchObject({ status: 500, body: { code: 'server_error' } })
    expect(await api('PATCH', path(), { description: 'Changed' })).toMatchObject({ status: 500 })
    expect(await table.get(body().pk, 'body')).toEqual(later)
    await restore()
  })
})

describe('a delivery that version 1 stored', () => {
  const exhausted = () => item('delivery', { q: true })
  const next = (id: string) => service.receiver.next(({ deliveryId }) => deliveryId === id, WAIT.timeout)

  test('was not sent when its item appeared in the stream again', async () => {
    const known = items.filter(({ _e }) => _e === 'delivery').map(({ i }) => i)
    expect(service.receiver.received().filter(({ deliveryId }) => known.includes(deliveryId))).toEqual([])
  })

  test('is replayed with the same bytes, also if they are in a separate item', async () => {
    const { payload, deliveryId } = item('deliveryPayload')
    for (const [id, bytes] of [
      [exhausted().i, exhausted().p],
      [deliveryId, payload],
    ]) {
      const replayed = await api('POST', `/webhook-deliveries/${text(id)}/replay/`)
      expect(replayed).toMatchObject({ status: 201, body: { originId: id } })
      expect((await next(idOf(replayed))).body.toString()).toBe(bytes)
    }
  })

  test('is redriven from the dead-letter queue under its id', async () => {
    const {
      i: id,
      out,
      z,
    } = v.parse(v.looseObject({ i: v.string(), z: v.number(), out: v.object({ b: v.string() }) }), {
      ...exhausted(),
      out: { b: v.parse(v.looseObject({ b: v.string() }), exhausted().out).b },
    })
    await clientOf(SQS, service.cloud).sendMessage({
      QueueUrl: output('DeliveriesDeadLetterQueueUrl'),
      MessageBody: out.b,
      MessageAttributes: { relayedAt: { DataType: 'Number', StringValue: String(z - 5000) } },
    })
    const redriven = await typeOps(service, ['dead-letters', 'redrive', '--queue', 'deliveries', '--id', id, '--json'])
    expect(JSON.parse(redriven)).toMatchObject({ moved: 1 })
    expect((await next(id)).body.toString()).toBe(exhausted().p)
    await vi.waitFor(async () => {
      const { body } = await api('GET', `/webhook-deliveries/${id}/`)
      expect(body).toMatchObject({ status: 'delivered', attemptCount: 5 })
    }, WAIT)
  })
})

test('a repeat of a request of version 1 returns the same response', async () => {
  const { answer, key } = item('idempotency')
  const repeated = await postOnce(service, `/conversations/${ASKED}/messages/`, text(key), {
    type: 'text',
    text: { body: 'From a person' },
  })
  expect(repeated).toMatchObject({ status: 201, body: JSON.parse(text(answer)) })
})

test('templates, messages and cursors of version 1 can be read', async () => {
  const { id, components } = item('template')
  expect((await api('GET', `/msg-templates/${text(id)}/`)).body).toMatchObject({
    components: JSON.parse(text(components)),
  })
  const { body } = await api('GET', `/conversations/${ASKED}/messages/`)
  expect(JSON.stringify(body)).toContain('From a person')
  const { agents, conversations } = version1Cursors
  expect(await api('GET', `/agents/?limit=1&offset=1&cursor=${agents}`)).toMatchObject({ status: 200 })
  expect(await api('GET', `/conversations/?limit=1&offset=1&cursor=${conversations}`)).toMatchObject({ status: 200 })
})
