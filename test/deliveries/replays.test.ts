// @module-tag full
import {
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import type { PlannedFault } from '@replywright/cloud/faults'
import { DeliveryEntity, type DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import { listDeliveries } from '@replywright/core/deliveries/list-deliveries.ts'
import { getPayload, newDelivery, writeDelivery } from '@replywright/core/deliveries/new-delivery.ts'
import type { ReplayItem } from '@replywright/core/deliveries/replays/replay-entity.ts'
import {
  cancelReplay,
  countFailed,
  getReplay,
  listReplays,
  startReplay,
  viewReplay,
} from '@replywright/core/deliveries/replays/replays.ts'
import { FIRST_SHARD } from '@replywright/core/deliveries/shards.ts'
import { disableWebhook, enableWebhook } from '@replywright/core/deliveries/webhooks/webhooks.ts'
import { derivedId, newId, timeOfId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'

const PATH = '/demo'
const WAIT = { timeout: 90_000, interval: 200 }
const organizationId = derivedId('demo organization', 'Demo')
const otherOrganizationId = derivedId('demo organization', 'Other')

let service: Service
let sqs: SQSClient
let webhookId: string
let resetQueue: (() => Promise<unknown>) | undefined
/** The start of the test; earlier failures belong to other tests. */
let since: number

beforeAll(async () => {
  service = await startTestService()
  sqs = clientOf(SQSClient, service.cloud)
  webhookId = service.ready.webhook.id
  // A step whose worker ended is seen again after this time: on AWS after minutes.
  const QueueUrl = output('ReplaysQueueUrl')
  const before = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] }))
  resetQueue = () => sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: before.Attributes }))
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: '2' } }))
})
afterAll(async () => {
  await resetQueue?.()
  await service?.stop()
})
beforeEach(async () => {
  service.receiver.reset()
  service.cloud.faults.clear()
  await disableWebhook(organizationId, webhookId, Date.now())
  await enableWebhook(organizationId, webhookId, Date.now())
  since = Date.now()
})

const output = (name: string) => outputOf(service.cloud, name)

/** Returns the webhook's deliveries since the test began. */
async function deliveries(): Promise<DeliveryItem[]> {
  const key = { webhookId, shard: FIRST_SHARD }
  const { data } = await DeliveryEntity.query.byId(key).go({ pages: 'all', consistent: true })
  return data.filter(({ createdAt }) => createdAt >= since)
}

/** Few enough for a cold ingress to accept them in time on a loaded machine. */
const MESSAGES_AT_ONCE = 5

/** Sends `count` messages, each as a new customer. */
async function send(count: number): Promise<void> {
  const customers = Array.from({ length: count }, freshCustomer)
  await Promise.all(customers.map((from) => service.provider.sendAsCustomer({ from, text: `from ${from}` })))
}

/** A delivery with a payload of its own, every tenth of them with a large one. */
async function writeNumbered(n: number): Promise<void> {
  const payload = JSON.stringify({ event: 'message.received', n, text: 'x'.repeat(n % 10 === 0 ? 5000 : 10) })
  const at = Date.now()
  await writeDelivery(
    newDelivery({ deliveryDays: 30, id: newId(), organizationId, webhookId, event: 'message.received', payload, at }),
  )
}

/** Waits for `count` failed deliveries, and returns them. */
async function failed(count: number): Promise<DeliveryItem[]> {
  return await vi.waitFor(async () => {
    const found = (await deliveries()).filter(({ status }) => status === 'failed')
    expect(found).toHaveLength(count)
    return found
  }, WAIT)
}

/** Lets `count` deliveries fail: five that the endpoint rejects, and others while the webhook is disabled. */
async function failMany(count: number): Promise<DeliveryItem[]> {
  service.receiver.behave(PATH, { status: 404 })
  await send(MESSAGES_AT_ONCE)
  await failed(MESSAGES_AT_ONCE)
  await disableWebhook(organizationId, webhookId, Date.now())
  await Promise.all(Array.from({ length: count - MESSAGES_AT_ONCE }, (_, n) => writeNumbered(n)))
  const origins = await failed(count)
  await enableWebhook(organizationId, webhookId, Date.now())
  service.receiver.reset()
  return origins
}

test('an outage is repaired by the API alone', async () => {
  const { baseUrl, apiKey, readApiKey } = service.ready
  const api = (method: string, path: string, body?: unknown, key = apiKey) => callApi(baseUrl, key, method, path, body)
  const path = `/webhooks/${webhookId}/`
  expect(await api('POST', `${path}disable/`)).toMatchObject({ status: 200, body: { enabled: false } })
  service.receiver.behave(PATH, { status: 404 })
  await writeNumbered(1)
  const [origin] = await failed(1)
  service.receiver.reset()
  const replay = `/webhook-deliveries/${origin?.id}/replay/`
  expect(await api('POST', replay)).toMatchObject({ status: 409, body: { reason: 'webhook_disabled' } })
  expect(await api('POST', `${path}test/`)).toMatchObject({ status: 201, body: { deliveryId: expect.any(String) } })
  await service.receiver.next(({ event }) => event === 'test.ping')
  expect(await api('POST', `${path}enable/`, undefined, readApiKey)).toMatchObject({ status: 403 })
  expect(await api('POST', `${path}enable/`)).toMatchObject({ status: 200, body: { enabled: true } })
  expect(await api('POST', replay)).toMatchObject({ status: 201 })

  const before = await api('GET', path)
  const { name, url } = Object(before.body)
  const changed = await api('PATCH', path, { name: 'Renamed', url: 'https://elsewhere.example' })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed', url } })
  expect(changed.headers.get('x-ignored-fields')).toBe('url')
  await api('PATCH', path, { name })
})

const count = async () => (await countFailed(organizationId, webhookId, { since }, Date.now())).count
const start = () => startReplay(organizationId, webhookId, { since }, Date.now())
const read = ({ id }: Pick<ReplayItem, 'id'>) => getReplay(organizationId, webhookId, id, Date.now())
const listFailed = (limit: number, cursor?: string) =>
  listDeliveries(organizationId, { webhookId, status: 'failed', since, limit, cursor }, Date.now())

/**
 * Holds the second step of the next replay before `action` until `release`, so that a concurrent change can happen. A message
 * of an earlier replay may still come again.
 */
async function holdSecondStep(
  action: 'GetItem' | 'TransactWriteItems',
): Promise<{ held: PlannedFault; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const earlier = (await listReplays(organizationId, webhookId, Date.now())).map(({ id }) => id)
  const isSecond = ({ event = '' }: { event: string | undefined }) =>
    event.includes('step\\":1') && !earlier.some((id) => event.includes(id))
  const plan = { ...worker(), action, where: isSecond, nth: 1, times: 2, kind: 'delay', until: promise } as const
  return { held: service.cloud.faults.plan(plan), release: resolve }
}

function worker() {
  return { function: service.cloud.resource('Replay', 'AWS::Lambda::Function').physicalId }
}

async function ended(replay: ReplayItem): Promise<ReplayItem> {
  return await vi.waitFor(async () => {
    const now = await read(replay)
    expect(now.status).not.toBe('running')
    return now
  }, WAIT)
}

/** Waits until each of `origins` has a delivered copy. Expects no duplicate and the same bytes. Returns the copies. */
async function delivered(origins: readonly DeliveryItem[]): Promise<DeliveryItem[]> {
  const copies = await vi.waitFor(async () => {
    const found = (await deliveries()).filter(({ originId }) => originId)
    expect(found.filter(({ status }) => status === 'delivered')).toHaveLength(origins.length)
    return found
  }, WAIT)
  expect(copies.map(({ originId }) => originId).toSorted()).toEqual(origins.map(({ id }) => id).toSorted())
  const received = service.receiver.received(PATH)
  expect(received.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(copies.map(({ id }) => id).toSorted())
  const bodyOf = new Map(received.map(({ deliveryId, body }) => [deliveryId, body.toString()]))
  const originOf = new Map(origins.map((origin) => [origin.id, origin]))
  for (const { id, originId = '' } of copies) {
    const origin = originOf.get(originId)
    expect(bodyOf.get(id)).toBe(origin && (await getPayload(origin)))
  }
  expect(received.every(({ verdict }) => verdict.ok)).toBe(true)
  return copies
}

test('failed deliveries are counted, and replayed once', async () => {
  const origins = await failMany(60)
  expect(await count()).toBe(60)
  const { held, release } = await holdSecondStep('GetItem')
  const replay = await start()
  expect(replay).toMatchObject({ status: 'running', total: 60, replayed: 0, since, until: replay.startedAt })
  await expect(start()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(replay.id) })

  await vi.waitFor(() => expect(held.fired).not.toEqual([]), WAIT)
  const heldAt = Date.now()
  release()
  const copies = await delivered(origins)
  expect(await ended(replay)).toMatchObject({ status: 'done', total: 60, replayed: 60, step: 3 })
  // Lists have the copies of a late step as new deliveries.
  expect(copies.filter(({ id }) => timeOfId(id) > heldAt)).toHaveLength(35)
  for (const copy of copies) {
    // A success writes no index entry.
    for (const key of ['failedIn', 'failedAt']) expect(copy).not.toHaveProperty(key)
  }
  expect(await count()).toBe(0)
  await vi.waitFor(async () => expect(await viewReplay(replay)).toMatchObject({ delivered: 60, failed: 0 }), WAIT)
  const [latest] = await listReplays(organizationId, webhookId, Date.now())
  expect(latest).toEqual(await read(replay))

  const listed = await listFailed(45)
  const rest = await listFailed(45, listed.nextCursor ?? '')
  expect([listed.items.length, rest.items.length, rest.nextCursor]).toEqual([45, 15, null])
  const times = [...listed.items, ...rest.items].map(({ finishedAt = 0 }) => finishedAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const copyOf = new Map(copies.map(({ id, originId }) => [originId, id]))
  for (const { id, replayedAs } of [...listed.items, ...rest.items]) expect(replayedAs).toBe(copyOf.get(id))
})

test('workers that die around their writes, and lost messages, replay no delivery twice', async () => {
  const origins = await failMany(60)
  const { faults } = service.cloud
  const planned = [
    faults.plan({ ...worker(), action: 'TransactWriteItems', nth: 1, kind: 'kill-after' }),
    faults.plan({ ...worker(), action: 'Query', nth: 2, kind: 'kill-after' }),
    faults.plan({ ...worker(), action: 'TransactWriteItems', nth: 2, kind: 'kill-before' }),
    faults.plan({ ...worker(), action: 'TransactWriteItems', nth: 3, kind: 'fail-after' }),
    faults.plan({ ...worker(), action: 'TransactWriteItems', nth: 5, kind: 'duplicate' }),
    faults.plan({ ...worker(), by: 'mapping', action: 'DeleteMessageBatch', nth: 2, kind: 'cut-off' }),
  ]
  const replay = await start()
  await delivered(origins)
  expect(await ended(replay)).toMatchObject({ status: 'done', replayed: 60, step: 3 })
  expect(planned.map(({ fired }) => fired.length)).toEqual(planned.map(() => 1))
  expect(await count()).toBe(0)
})

test('a cancelled replay adds no more copies, and the next replay adds the rest', async () => {
  const origins = await failMany(30)
  // The second step has read its deliveries, and has not written the copies yet.
  const { held, release } = await holdSecondStep('TransactWriteItems')
  const replay = await start()
  await vi.waitFor(() => expect(held.fired).not.toEqual([]), WAIT)
  expect(await read(replay)).toMatchObject({ replayed: 25, total: 30 })
  const cancelled = await cancelReplay(organizationId, webhookId, replay.id, Date.now())
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'requested', replayed: 25 })
  expect(await cancelReplay(organizationId, webhookId, replay.id, Date.now())).toEqual(cancelled)
  expect(await count()).toBe(5)
  const next = await start()
  release()
  expect(next.total).toBe(5)
  await delivered(origins)
  expect(await ended(next)).toMatchObject({ status: 'done', replayed: 5 })
  expect(await read(replay)).toEqual(cancelled)
})

test('a copy that fails is replayed by the next replay instead of its origin', async () => {
  service.receiver.behave(PATH, { status: 404 })
  await send(3)
  const origins = await failed(3)
  const [single] = origins
  const { baseUrl, apiKey } = service.ready
  const response = await callApi(baseUrl, apiKey, 'POST', `/webhook-deliveries/${single?.id}/replay/`)
  await vi.waitFor(async () => expect(await count()).toBe(3), WAIT)
  const replay = await ended(await start())
  const copies = await vi.waitFor(async () => {
    const found = (await deliveries()).filter(({ originId, status }) => originId && status === 'failed')
    expect(found).toHaveLength(4)
    return found
  }, WAIT)
  const expected = [idOf(response), ...origins.slice(1).map(({ id }) => id)]
  const taken = copies.filter(({ id }) => id !== idOf(response))
  expect(taken.map(({ originId }) => originId).toSorted()).toEqual(expected.toSorted())
  for (const { out } of taken) expect(out?.g).toBe(`replay:${organizationId}`)
  // The copy of the single replay is none of the bulk replay.
  await vi.waitFor(async () => expect(await viewReplay(replay)).toMatchObject({ delivered: 0, failed: 3 }), WAIT)
  expect(await count()).toBe(3)
})

test('disabling the webhook cancels its replay, and a disabled webhook cannot start one', async () => {
  await failMany(30)
  service.receiver.behave(PATH, { status: 404 })
  const { held, release } = await holdSecondStep('GetItem')
  const replay = await start()
  await vi.waitFor(() => expect(held.fired).not.toEqual([]), WAIT)
  await disableWebhook(organizationId, webhookId, Date.now())
  release()
  expect(await ended(replay)).toMatchObject({ status: 'cancelled', cancelReason: 'webhook_disabled', replayed: 25 })
  await expect(start()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Enable it first') })
  // The 25 copies, and the five origins that were not replayed.
  await vi.waitFor(async () => expect(await count()).toBe(30), WAIT)
})

test('a failure that is redriven and delivered leaves the index', async () => {
  service.receiver.behave(PATH, { status: 500 })
  await send(1)
  const [exhausted] = await failed(1)
  expect(await count()).toBe(1)
  const deadLetters = { QueueUrl: output('DeliveriesDeadLetterQueueUrl'), AttributeNames: ['All' as const] }
  const queue = await vi.waitFor(async () => {
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand(deadLetters))
    expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '1' })
    return Attributes
  }, WAIT)
  service.receiver.reset()
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queue?.QueueArn }))
  await vi.waitFor(
    async () => expect(await deliveries()).toMatchObject([{ id: exhausted?.id, status: 'delivered' }]),
    WAIT,
  )
  expect(await count()).toBe(0)
  expect((await listFailed(10)).items).toEqual([])
})

test('another organisation’s webhook and an unknown replay are not found', async () => {
  const now = Date.now()
  const foreign = [otherOrganizationId, webhookId] as const
  const notFound = { code: 'not_found' }
  await expect(countFailed(...foreign, { since }, now)).rejects.toMatchObject(notFound)
  await expect(startReplay(...foreign, { since }, now)).rejects.toMatchObject(notFound)
  await expect(listReplays(...foreign, now)).rejects.toMatchObject(notFound)
  const [replay] = await listReplays(organizationId, webhookId, now)
  await expect(getReplay(...foreign, replay?.id ?? '', now)).rejects.toMatchObject(notFound)
  await expect(cancelReplay(...foreign, replay?.id ?? '', now)).rejects.toMatchObject(notFound)
  await expect(getReplay(organizationId, webhookId, webhookId, now)).rejects.toMatchObject(notFound)
})
