// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { fillDeliveryLog, minuteOf, readDeliveriesPage } from '../deliveries/delivery-log.ts'
import { freshCustomer } from '../support/service.ts'
import type { DashboardSession } from './session.ts'
import { demo, other, service, signInBeforeAll } from './signed-in.ts'

const PATH = '/demo'
const WAIT = { timeout: 60_000, interval: 200 }

signInBeforeAll()

async function list(session: DashboardSession, query: Readonly<Record<string, string>>) {
  const { body } = await session.call('GET', `/v1/webhook-deliveries/?${new URLSearchParams(query)}`)
  return v.parse(dashboardEndpoints['webhook-deliveries/list'].response, body)
}

/** Sends a message of a new customer to the demo number, and returns its delivery when it ended. */
async function deliveryOf(text: string) {
  const from = freshCustomer()
  await service.provider.sendAsCustomer({ from, text, name: 'Jürgen Groß' })
  const delivery = await vi.waitFor(async () => {
    const { results } = await list(demo, { q: from })
    expect(results).toMatchObject([{ status: expect.not.stringMatching('pending') }])
    return results[0]
  }, WAIT)
  if (!delivery) throw new Error('there is no delivery')
  return { from, delivery }
}

test('a page of deliveries has a constant read cost, and failed ones are read from their index', async () => {
  const { cloud, ready } = service
  const log = { webhookId: ready.otherOrganization.webhookId, count: 300, now: Date.now(), failedEvery: 10 }
  await fillDeliveryLog(cloud, log)
  const read = (query: Readonly<Record<string, string>>) => readDeliveriesPage(cloud, other, query)
  // The first request also reads the caller.
  const [, newest, far, failed, further] = [
    await read({}),
    await read({}),
    await read({ until: minuteOf(log, 200) }),
    await read({ status: 'failed' }),
    await read({ status: 'failed', until: minuteOf(log, 50) }),
  ]
  for (const page of [newest, far, failed, further]) {
    expect(page).toMatchObject({ shown: 20, nextCursor: expect.any(String) })
    expect(page.readUnits).toBeGreaterThan(1)
    expect(page.readUnits).toBeLessThanOrEqual(6)
  }
})

test('pages lead to older and back to newer deliveries', async () => {
  for (const status of ['failed', 'delivered']) {
    const first = await list(other, { status })
    const second = await list(other, { status, cursor: first.nextCursor ?? '' })
    const back = await list(other, { status, cursor: second.previousCursor ?? '' })
    const ids = ({ results }: typeof first) => results.map(({ id }) => id)
    expect(first.previousCursor).toBeNull()
    expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([])
    expect(ids(back)).toEqual(ids(first))
  }
  const { status, body } = await other.call('GET', '/v1/webhook-deliveries/?cursor=1234')
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'validation_error' })])
})

test('a search finds a delivery by its id, its message, its customer, and nothing of another organisation', async () => {
  const text = 'Where is my order? '.repeat(100)
  const { from, delivery } = await deliveryOf(text)
  expect(delivery).toMatchObject({
    contact: { name: 'Jürgen Groß', phoneNumber: `+${from}` },
    preview: expect.stringMatching(/^Where is my order\?.*…$/),
    status: 'delivered',
    cause: null,
  })
  const { id, messageId, conversationId } = delivery
  for (const q of [id, id.slice(0, 13), messageId ?? '', conversationId ?? '', `+${from}`, from.slice(3, 10)]) {
    expect([q, (await list(demo, { q })).results.map((row) => row.id)]).toEqual([q, [id]])
    expect((await list(other, { q })).results).toEqual([])
  }
  expect((await list(demo, { q: 'no such text' })).results).toEqual([])
  expect((await demo.call('GET', '/v1/webhook-deliveries/?q=ab')).status).toBe(400)
})

test('several deliveries are replayed by one request, once, and each has a result', async () => {
  service.receiver.behave(PATH, { status: 404 })
  const failures = [await deliveryOf('one'), await deliveryOf('two')].map(({ delivery }) => delivery)
  expect(failures).toMatchObject([{ status: 'failed', lastStatus: 404 }, { status: 'failed' }])
  service.receiver.behave(PATH, { status: 200 })
  const [one = '', two = ''] = failures.map(({ id }) => id)
  const unknown = crypto.randomUUID()
  const replay = (session: DashboardSession, key: string) =>
    session.call(
      'POST',
      '/v1/webhook-deliveries/replay-selected/',
      { ids: [one, two, unknown] },
      { 'Idempotency-Key': key },
    )
  const refused = (id: string) => ({ id, copyId: null, refusal: 'not_found' })
  const key = crypto.randomUUID()
  const { status, body } = await replay(demo, key)
  const replayed = (id: string) => ({ id, copyId: expect.any(String), refusal: null })
  expect([status, body]).toEqual([200, { results: [replayed(one), replayed(two), refused(unknown)] }])
  expect((await replay(demo, key)).body).toEqual(body)
  expect((await replay(other, key)).body).toEqual({ results: [one, two, unknown].map(refused) })
  const resultsOf = (result: unknown) =>
    v.parse(dashboardEndpoints['webhook-deliveries/replay-many'].response, result).results
  const whenDelivered = async ({ id, copyId }: ReturnType<typeof resultsOf>[number]) =>
    await vi.waitFor(async () => {
      const copies = await list(demo, { q: copyId ?? '' })
      expect(copies.results).toMatchObject([{ id: copyId, originId: id, status: 'delivered' }])
    }, WAIT)
  const results = resultsOf(body)
  for (const result of results.slice(0, 2)) {
    const { id, copyId } = result
    expect((await list(demo, { q: id })).results).toMatchObject([{ id, replayedAs: copyId }])
    await whenDelivered(result)
  }
  // Also one that was delivered.
  const delivered = { ids: [results[0]?.copyId] }
  const again = await demo.call('POST', '/v1/webhook-deliveries/replay-selected/', delivered)
  for (const result of resultsOf(again.body)) await whenDelivered(result)
  const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
  expect(await demo.call('POST', '/v1/webhook-deliveries/replay-selected/', { ids })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'ids' }] },
  })
})

test('all failed deliveries of a filter are counted, and replayed once', async () => {
  service.receiver.behave(PATH, { status: 404 })
  const since = new Date().toISOString()
  await deliveryOf('three')
  service.receiver.behave(PATH, { status: 200 })
  const webhookId = service.ready.webhook.id
  const bulk = (change: object, key = crypto.randomUUID()) =>
    demo.call('POST', '/v1/webhook-deliveries/replay/', { since, dryRun: true, ...change }, { 'Idempotency-Key': key })
  expect(await bulk({})).toMatchObject({ body: { webhooks: [{ webhookId, count: 1, refusal: null, replay: null }] } })
  expect((await bulk({ event: 'test.ping' })).body).toEqual({ webhooks: [] })
  expect((await bulk({ until: since })).body).toEqual({ webhooks: [] })
  const foreign = await bulk({ webhookId: service.ready.otherOrganization.webhookId })
  expect(foreign).toMatchObject({ status: 400, body: { details: [{ path: 'webhookId' }] } })
  const key = crypto.randomUUID()
  const started = await bulk({ dryRun: false }, key)
  expect(started.body).toMatchObject({ webhooks: [{ count: 1, replay: { total: 1, since, event: null } }] })
  const repeated = v.parse(
    endpoints['webhook-deliveries/replay-failed'].response,
    (await bulk({ dryRun: false }, key)).body,
  )
  const { webhooks } = v.parse(endpoints['webhook-deliveries/replay-failed'].response, started.body)
  expect(repeated.webhooks[0]?.replay?.id).toBe(webhooks[0]?.replay?.id)
  expect(repeated).toEqual(started.body)
  await vi.waitFor(async () => expect((await bulk({})).body).toEqual({ webhooks: [] }), WAIT)
})
