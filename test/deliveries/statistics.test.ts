// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { readResults } from '@replywright/core/deliveries/replays/results.ts'
import { countChanges, readCounts } from '@replywright/core/deliveries/statistics/statistics.ts'
import { derivedTimeId, newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { bodyOf, WAIT, webhooksOf } from '../dashboard/webhooks.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const contract = dashboardEndpoints
let service: Service
let demo: DashboardSession
let webhooks: ReturnType<typeof webhooksOf>

beforeAll(async () => {
  service = await startTestService()
  actAsAdministrator(service)
  demo = await signInToDashboard(service)
  webhooks = webhooksOf(service, demo)
})
afterAll(() => service?.stop())

test('count every delivery once, although the counter is interrupted, and each figure has its list', async () => {
  const url = webhooks.url().replace('/demo', '/counted')
  const numbers = [service.ready.numbers[0]?.number]
  const { id } = await webhooks.createWebhook({ url, numbers })
  const counter = { function: 'Messaging-local-Messaging-Counter', service: 'dynamodb', action: 'UpdateItem' }
  service.cloud.faults.plan({
    ...counter,
    where: ({ request }) => request.includes(id),
    nth: 1,
    times: 3,
    kind: 'fail-after',
  })
  const faults = service.cloud.faults
  service.receiver.behave('/counted', { status: [200, 404, 500, 200] })
  const seen = (count: number) =>
    vi.waitFor(() => expect(service.receiver.received('/counted').length).toBeGreaterThanOrEqual(count), WAIT)
  await webhooks.write('delivered', freshCustomer())
  await seen(1)
  await webhooks.write('refused', freshCustomer())
  await seen(2)
  await webhooks.write('delivered at the second attempt', freshCustomer())
  await seen(4)
  const path = `/v1/webhooks/${id}`
  await demo.call('POST', `${path}/test/`)
  const statistics = await vi.waitFor(async () => {
    const read = bodyOf(contract['webhooks/get-statistics'], await demo.call('GET', `${path}/statistics/`))
    expect(read).toMatchObject({ delivered: 2, failed: 1, pending: 0, successRate: 2 / 3 })
    return read
  }, WAIT)
  expect(statistics).toMatchObject({ causes: [{ cause: 'client_error', count: 1 }], p50: null })
  expect(statistics.points).toHaveLength(24)
  // An hour may have ended since.
  expect(statistics.points.slice(-2).reduce((sum, { delivered }) => sum + delivered, 0)).toBeGreaterThan(0)
  expect(faults.fired.filter(({ function: by }) => by?.includes('Counter'))).not.toEqual([])

  const listed = async (query: string) => {
    const search = `webhookId=${id}&tests=hidden&since=${statistics.since}&${query}`
    const response = await demo.call('GET', `/v1/webhook-deliveries/?${search}`)
    return bodyOf(contract['webhook-deliveries/list'], response).results.length
  }
  expect(await listed('status=delivered')).toBe(2)
  expect(await listed('status=failed')).toBe(1)
  expect(await listed('cause=client_error')).toBe(1)
  expect(await listed('cause=timeout')).toBe(0)
  for (const period of ['7d', '30d']) {
    const response = await demo.call('GET', `/v1/overview/?period=${period}`)
    const { deliveries } = bodyOf(contract['overview/get'], response)
    expect(deliveries.webhooks).toContainEqual(expect.objectContaining({ id, delivered: 2, failed: 1 }))
  }
  const other = await signInToDashboard(service, service.otherUser)
  expect(await other.call('GET', `${path}/statistics/`)).toMatchObject({ status: 404 })
})

/** Returns the counter of one webhook, and the total that it counted. */
function counterOf(webhookId = newId(), at = Date.now()) {
  const created = (sequence: number, { stream = '2026-01-01T00:00:00.000', shard = '0' } = {}): DynamoDBRecord => ({
    eventName: 'INSERT',
    eventSourceARN: `arn:aws:dynamodb:eu-central-1:0:table/T/stream/${stream}`,
    dynamodb: {
      SequenceNumber: String(sequence),
      NewImage: {
        w: { S: webhookId },
        h: { S: shard },
        i: { S: derivedTimeId(at, String(sequence)) },
        e: { S: 'message.received' },
        s: { S: 'pending' },
        n: { N: '0' },
      },
    },
  })
  const count = (...Records: DynamoDBRecord[]) => countChanges({ Records })
  const counted = async () =>
    [...(await readCounts(webhookId, at)).values()].reduce((total, hour) => total + hour.created, 0)
  return { created, count, counted, webhookId }
}

test('are right if records come again in other batches, and if their table was restored', async () => {
  const { created, count, counted } = counterOf()
  await count(created(8), created(9), created(10))
  await count(created(9), created(10), created(11))
  await count(created(8), created(9))
  await count(created(1, { stream: '2026-02-01T00:00:00.000' }))
  expect(await counted()).toBe(5)
})

test('of a bulk replay have the results of its copies only, once', async () => {
  const { created, count, webhookId } = counterOf()
  const replay = { id: newId(), webhookId, organizationId: 'o', counted: true, total: 3, replayed: 3, step: 1 } as const
  const times = { since: 0, until: 1, startedAt: 1, updatedAt: 1, expiresAt: 1 }
  const [one, other] = [replay, { ...replay, id: newId() }].map((each) => ({
    ...each,
    ...times,
    status: 'done' as const,
  }))
  if (!one || !other) throw new Error('no replays')
  const made = (sequence: number, change: object, replayId = one.id): DynamoDBRecord => {
    const { dynamodb, ...record } = created(sequence)
    const NewImage = { ...dynamodb?.NewImage, d: { S: replayId }, n: { N: '1' }, u: { N: '0' }, ...change }
    return { ...record, eventName: 'MODIFY', dynamodb: { ...dynamodb, NewImage } }
  }
  const delivered = (from: string) => ({ y: { S: from }, s: { S: 'delivered' } })
  const failed = { y: { S: 'pending' }, s: { S: 'failed' }, k: { S: 'timeout' } }
  const last = made(5, delivered('timeout'))
  await count(created(1), made(2, delivered('pending')), made(3, failed), made(4, failed))
  await count(last, made(6, failed, other.id), created(7))
  await count(made(4, failed), last)
  const resultsOf = await readResults([one, other])
  expect([one, other].map(resultsOf)).toEqual([
    { delivered: 2, failed: 1 },
    { delivered: 0, failed: 1 },
  ])
  expect(resultsOf({ ...one, counted: false })).toEqual({ delivered: null, failed: null })
})

test('are right if the shards of a log come from different shards of the stream', async () => {
  const { created, count, counted } = counterOf()
  const [first, second, third] = [{ shard: '0' }, { shard: '1' }, { shard: '11' }]
  await count(created(50, first), created(51, first))
  await count(created(8, second), created(9, second))
  await count(created(52, first), created(7, third), created(10, second))
  // Batches that come again.
  await count(created(9, second), created(10, second), created(11, second))
  await count(created(50, first))
  expect(await counted()).toBe(8)
})
