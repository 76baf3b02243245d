// @module-tag full
import { randomUUID } from 'node:crypto'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { describe, expect, test, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { type ApiResponse, callApi, freshCustomer, idOf, isEvent } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'
import { batchWriter } from '../support/write-batches.ts'
import { organizationOf } from './people.ts'
import { demo, other, service, signInBeforeAll, webhooks } from './signed-in.ts'
import { bodyOf, WAIT } from './webhooks.ts'

const LONG_AGO = '2020-01-01T00:00:00Z'
/** Webhooks of an organisation that can have five more. */
const ALMOST_FULL = 45

signInBeforeAll({ agentAnswers: true })

const contract = dashboardEndpoints

describe('webhooks', () => {
  test('are created once per Idempotency-Key, shown with their health, updated and deleted', async () => {
    const key = { 'Idempotency-Key': freshCustomer() }
    const [first, second] = [
      await demo.call('POST', '/v1/webhooks/', webhooks.input(), key),
      await demo.call('POST', '/v1/webhooks/', webhooks.input(), key),
    ]
    const created = bodyOf(contract['webhooks/create'], first)
    expect(created).toMatchObject({ name: 'Orders', enabled: true, isOwn: true, numbers: [] })
    expect(created.secret).toMatch(/^whsec_/)
    expect(second.body).toEqual(first.body)

    const number = service.ready.numbers[0]?.number
    const path = `/v1/webhooks/${created.id}/`
    const changed = bodyOf(
      endpoints['webhooks/update'],
      await demo.call('PATCH', path, { name: 'Orders 2', numbers: [number], headers: { 'X-Team': 'red' } }),
    )
    expect(changed).toMatchObject({ name: 'Orders 2', numbers: [number], url: created.url, events: created.events })
    for (const [action, enabled] of [
      ['disable', false],
      ['enable', true],
    ] as const)
      expect(await demo.call('POST', `${path}${action}/`)).toMatchObject({ body: { enabled, numbers: [number] } })
    expect(await demo.call('PATCH', path, { name: 'Late' }, { 'If-Match': '"0"' })).toMatchObject({ status: 409 })
    const { secret, ...shown } = created
    const got = bodyOf(endpoints['webhooks/get'], await demo.call('GET', path))
    // Another hour may have begun.
    const hours = changed.health.hours.map((hour) => ({ ...hour, hour: expect.any(String) }))
    expect(got).toEqual({ ...shown, ...changed, health: { ...changed.health, hours } })

    expect(await demo.call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await demo.call('GET', path)).toMatchObject({ status: 404 })
    expect(await demo.call('DELETE', path)).toMatchObject({ status: 404 })
    const { results: listed } = bodyOf(endpoints['webhooks/list'], await demo.call('GET', '/v1/webhooks/?limit=100'))
    expect(listed.map(({ id }) => id)).not.toContain(created.id)
    expect(listed.map(({ id }) => id)).toContain(service.ready.webhook.id)
  })

  test('remove the subscription of an interrupted change when their creation is retried', async () => {
    const key = { 'Idempotency-Key': freshCustomer() }
    const create = () => demo.call('POST', '/v1/webhooks/', webhooks.input({ numbers: [] }), key)
    const { id } = bodyOf(contract['webhooks/create'], await create())
    const { cloud, ready } = service
    const dynamodb = clientOf(DynamoDB, cloud)
    const TableName = outputOf(cloud, 'TableName')
    const pk = { S: `n#${ready.numbers[0]?.phoneNumberId}` }
    const subscriptions = async () =>
      (
        await dynamodb.query({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
        })
      ).Items?.filter((item) => JSON.stringify(item).includes(id)) ?? []
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { numbers: [ready.numbers[0]?.number] })
    const [left] = await subscriptions()
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { numbers: [] })
    expect(await subscriptions()).toEqual([])
    await dynamodb.putItem({ TableName, Item: left })
    expect(bodyOf(contract['webhooks/create'], await create()).id).toBe(id)
    expect(await subscriptions()).toEqual([])
  })

  test('without a URL store their deliveries for the list, and have no attempts', async () => {
    const { id } = await webhooks.createWebhook({ url: '', numbers: 'all' })
    await webhooks.write('to be pulled')
    const { baseUrl, readApiKey } = service.ready
    await vi.waitFor(async () => {
      const page = await callApi(baseUrl, readApiKey, 'GET', `/webhook-deliveries/?webhookId=${id}&details=true`)
      const details = { payload: expect.stringContaining('to be pulled'), attempts: [] }
      expect(page.body).toMatchObject({ results: [{ status: 'delivered', attemptCount: 0, details }] })
    }, 30_000)
    expect(await demo.call('PATCH', `/v1/webhooks/${id}/`, { url: 'ftp://a.example' })).toMatchObject({ status: 400 })
    const check = (url: string) => demo.call('POST', '/v1/webhooks/check-url/', { url })
    expect(await check('ftp://a.example')).toMatchObject({ status: 400, body: { details: [{ path: 'url' }] } })
    expect(await check(webhooks.url())).toMatchObject({ status: 200, body: { hasAddress: true } })
    expect(await check('https://no-such-host.invalid/')).toMatchObject({ status: 200, body: { hasAddress: false } })
  })

  test('receive messages of their selected numbers only', async () => {
    const { id, url: target } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/some-numbers') })
    const received = isEvent(target, 'message.received')
    await webhooks.write('before')
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { numbers: [service.ready.numbers[0]?.number] })
    await webhooks.write('while')
    await service.receiver.next(received)
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { events: ['test.ping'] })
    await webhooks.write('after')
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { events: ['message.received'], numbers: 'all' })
    await webhooks.write('at last')
    const bodies = await vi.waitFor(async () => {
      const { results } = bodyOf(
        contract['webhook-deliveries/list'],
        await demo.call('GET', `/v1/webhook-deliveries/?webhookId=${id}`),
      )
      const whole = await Promise.all(results.map((one) => webhooks.deliveryOnce(one.id, 'delivered')))
      const texts = whole.map(({ payload }) => JSON.parse(payload).message.body)
      expect(texts).toContain('at last')
      return texts
    }, WAIT)
    expect(bodies).toEqual(['at last', 'while'])
  })

  test('that are deleted receive nothing, keep their deliveries, and leave their number without a target', async () => {
    const { id } = await webhooks.createWebhook()
    const deliveryId = await webhooks.sendTest(id)
    await webhooks.deliveryOnce(deliveryId, 'delivered')
    const number = `/phone-numbers/${service.ready.numbers[0]?.number}`
    const api = (path: string, body: object) =>
      callApi(service.ready.baseUrl, service.ready.apiKey, 'POST', `${number}/${path}/`, body)
    expect(await api('subscribe', { webhookId: id })).toMatchObject({ body: { defaultWebhook: { id } } })
    const customer = freshCustomer()
    const started = await callApi(service.ready.baseUrl, service.ready.apiKey, 'POST', '/conversations/', {
      toNumber: customer,
    })
    const conversation = `/v1/conversations/${idOf(started)}/`
    const overridden = await demo.call('POST', `${conversation}subscribe/`, { webhookId: id })
    expect(overridden).toMatchObject({ status: 200, body: { routing: 'webhook', webhookId: id } })
    await demo.call('DELETE', `/v1/webhooks/${id}/`)
    expect(await demo.call('GET', conversation)).toMatchObject({
      body: { routing: 'webhook', routingOverride: 'true', webhookId: '' },
    })
    await webhooks.write('to a deleted webhook', customer)
    await vi.waitFor(
      async () =>
        expect(await demo.call('GET', conversation)).toMatchObject({ body: { lastMessage: 'to a deleted webhook' } }),
      WAIT,
    )
    const log = bodyOf(
      contract['webhook-deliveries/list'],
      await demo.call('GET', `/v1/webhook-deliveries/?webhookId=${id}`),
    )
    expect(log.results.map(({ event }) => event)).toEqual(['test.ping'])
    expect(await demo.call('POST', `/v1/webhook-deliveries/${deliveryId}/replay/`)).toMatchObject({
      status: 409,
      body: { error: 'The webhook of this delivery was deleted, so nothing can be sent to it.' },
    })
    expect(await demo.call('GET', `/v1${number}/`)).toMatchObject({
      body: { defaultRouting: 'webhook', defaultWebhook: null },
    })
    await api('connect-agent', { agentId: service.ready.agent.id })
    expect(await demo.call('GET', `/v1/webhook-deliveries/${deliveryId}/`)).toMatchObject({
      body: { webhookDeleted: true, webhookEnabled: false },
    })
    expect(await demo.call('POST', `/v1/webhooks/${id}/enable/`)).toMatchObject({ status: 404 })
  })

  test('are limited to 50, also for concurrent requests', async () => {
    const create = () => other.call('POST', '/v1/webhooks/', webhooks.input())
    const list = async () =>
      bodyOf(endpoints['webhooks/list'], await other.call('GET', '/v1/webhooks/?limit=100')).results
    const { id } = bodyOf(contract['webhooks/create'], await create())
    const { id: organizationId } = await organizationOf(other)
    const stored = await storedItems(service.cloud).get(`o#${organizationId}`, `webhook#${id}`)
    const missing = ALMOST_FULL - (await list()).length
    const copies = Array.from({ length: missing }, () => randomUUID())
    await batchWriter(service.cloud).write(copies.map((copy) => ({ ...stored, id: copy, sk: `webhook#${copy}` })))
    expect(await list()).toHaveLength(ALMOST_FULL)
    const responses: ApiResponse[] = []
    const isFull = ({ body }: ApiResponse) => JSON.stringify(body).includes('is the limit')
    while (!responses.some(isFull)) responses.push(...(await Promise.all([create(), create(), create()])))
    expect(responses.find(isFull)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await list()).toHaveLength(50)
  })

  test.each([
    ['an invalid URL', { url: 'ftp://a.example' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['message.lost'] }, 'events.0'],
    ['no name', { name: '' }, 'name'],
    ['an unknown number', { numbers: ['447700900000'] }, 'numbers.0'],
    ['101 numbers', { numbers: Array.from({ length: 101 }, () => '447700900100') }, 'numbers'],
  ])('with %s are rejected', async (_, wrong, path) => {
    for (const [method, place] of [
      ['POST', '/v1/webhooks/'],
      ['PATCH', `/v1/webhooks/${service.ready.webhook.id}/`],
    ] as const)
      expect(await demo.call(method, place, webhooks.input(wrong))).toMatchObject({
        status: 400,
        body: { code: 'validation_error', details: [{ path }] },
      })
  })
})

describe('a signing secret', () => {
  test('is shown, and rotated once per Idempotency-Key', async () => {
    const { id, secret } = await webhooks.createWebhook()
    const path = `/v1/webhooks/${id}`
    expect(await demo.call('POST', `${path}/secret/`)).toMatchObject({ status: 200, body: { secret } })
    const before = await webhooks.deliveryOnce(await webhooks.sendTest(id), 'delivered')
    expect(before.attempts[0]).toMatchObject({ signaturesShown: true })
    const key = { 'Idempotency-Key': freshCustomer() }
    const rotated = await demo.call('POST', `${path}/rotate-secret/`, {}, key)
    expect(rotated.body).not.toEqual({ secret })
    expect((await demo.call('POST', `${path}/rotate-secret/`, {}, key)).body).toEqual(rotated.body)
    const secretNow = async () => (await demo.call('POST', `${path}/secret/`)).body
    expect(rotated.body).toEqual({ ...Object(await secretNow()), lastSignedAt: before.attempts[0]?.at })
    const given = { secret: `whsec_${'A'.repeat(32)}` }
    expect((await demo.call('POST', `${path}/rotate-secret/`, given)).body).toMatchObject(given)
    expect(await secretNow()).toEqual(given)
    expect((await demo.call('POST', `${path}/rotate-secret/`, {}, key)).body).toMatchObject(given)
    expect(await secretNow()).toEqual(given)
    expect(await demo.call('POST', `${path}/rotate-secret/`, { secret: 'short' })).toMatchObject({ status: 400 })
    const after = await webhooks.deliveryOnce(before.id, 'delivered')
    expect(after.attempts[0]).toMatchObject({ signaturesShown: false })
    expect(Object.keys(after.attempts[0]?.requestHeaders ?? {})).not.toContain('X-Service-Signature')
  })
})

describe('deliveries', () => {
  test('are shown with their sent headers and all attempts', async () => {
    const { id, url: target } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/shown') })
    const key = { 'Idempotency-Key': freshCustomer() }
    const path = `/v1/webhooks/${id}/test/`
    const sent = await demo.call('POST', path, {}, key)
    expect((await demo.call('POST', path, {}, key)).body).toEqual(sent.body)
    const { deliveryId } = bodyOf(endpoints['webhooks/send-test-event'], sent)
    const received = await service.receiver.next(isEvent(target, 'test.ping'))
    const delivery = await webhooks.deliveryOnce(deliveryId, 'delivered')
    expect(delivery).toMatchObject({
      event: 'test.ping',
      conversationId: null,
      attemptCount: 1,
      lastStatus: 200,
      explanation: expect.stringMatching(/^Delivered after 1 attempt\. Endpoint returned 200 in \d+ ms\.$/),
      fix: null,
      retryDelaysSeconds: [1, 1, 1],
    })
    expect(delivery.payload).toBe(received.body.toString())
    const headers = Object.entries(delivery.attempts[0]?.requestHeaders ?? {})
    for (const [name, value] of headers) expect(received.headers[name.toLowerCase()]).toBe(value)
    expect(headers.map(([name]) => name)).toContain('X-Service-Signature')
  })

  test('of test events reach a disabled webhook, so that a user can try it before enabling it', async () => {
    const { id } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/off') })
    expect(await demo.call('PATCH', `/v1/webhooks/${id}/`, { enabled: false })).toMatchObject({ status: 200 })
    await webhooks.deliveryOnce(await webhooks.sendTest(id), 'delivered')
  })

  test('are listed by status, webhook, event and time, page by page', async () => {
    const { id } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/listed') })
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.unshift(await webhooks.sendTest(id))
    for (const each of ids) await webhooks.deliveryOnce(each, 'delivered')
    const list = async (query: string) =>
      bodyOf(contract['webhook-deliveries/list'], await demo.call('GET', `/v1/webhook-deliveries/?${query}`))
    const first = await list(`webhookId=${id}&limit=2&status=delivered&event=test.ping&since=${LONG_AGO}`)
    expect(first.results.map((delivery) => delivery.id)).toEqual(ids.slice(0, 2))
    const rest = await list(`webhookId=${id}&limit=2&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ results: [{ id: ids[2], webhookName: 'Orders' }], nextCursor: null })
    for (const nothing of ['status=failed', 'event=message.received', `until=${LONG_AGO}`])
      expect(await list(`webhookId=${id}&${nothing}`)).toMatchObject({ results: [] })
  })

  test.each(['status=lost', 'event=lost', 'since=yesterday', 'limit=0', 'limit=101', 'cursor=lost'])(
    'reject the query %s',
    async (query) => {
      expect(await demo.call('GET', `/v1/webhook-deliveries/?${query}`)).toMatchObject({ status: 400 })
    },
  )
})

describe('a bulk replay', () => {
  test('replays failed deliveries and reports its progress', async () => {
    const { id, url: target } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/replayed') })
    await fetch(`${new URL(target).origin}/_control/replayed`, { method: 'PUT', body: JSON.stringify({ status: 400 }) })
    const failedId = await webhooks.sendTest(id)
    const failed = await webhooks.deliveryOnce(failedId, 'failed')
    expect(failed).toMatchObject({ cause: 'client_error', attempts: [{ status: 400 }] })
    const path = `/v1/webhooks/${id}`
    await vi.waitFor(async () => {
      const counted = await demo.call('GET', `${path}/failed-count/?since=${LONG_AGO}&event=test.ping`)
      expect(bodyOf(contract['replays/count'], counted)).toEqual({ count: 1, orMore: false })
      // A replay leaves test events out, unless it is one of test events.
      const others = await demo.call('GET', `${path}/failed-count/?since=${LONG_AGO}`)
      expect(bodyOf(contract['replays/count'], others)).toEqual({ count: 0, orMore: false })
    }, WAIT)
    await fetch(`${new URL(target).origin}/_control/replayed`, { method: 'PUT', body: JSON.stringify({ status: 200 }) })
    const started = await demo.call('POST', `${path}/replays/`, { since: LONG_AGO, event: 'test.ping' })
    const { id: replayId } = bodyOf(contract['replays/start'], started)
    await vi.waitFor(async () => {
      const replay = await demo.call('GET', `${path}/replays/${replayId}/`)
      expect(bodyOf(endpoints['webhooks/get-replay'], replay)).toMatchObject({ status: 'done', replayed: 1, total: 1 })
    }, WAIT)
    expect(await demo.call('POST', `${path}/replays/${replayId}/cancel/`)).toMatchObject({ body: { status: 'done' } })
    expect(await demo.call('GET', `${path}/replays/`)).toMatchObject({ status: 200, body: [{ id: replayId }] })
    const { replayedAs } = await webhooks.deliveryOnce(failedId, 'failed')
    expect(await webhooks.deliveryOnce(replayedAs ?? '', 'delivered')).toMatchObject({ originId: failedId })
  })
})

test('the overview lists items that need attention', async () => {
  const overview = bodyOf(contract['overview/get'], await demo.call('GET', '/v1/overview/'))
  expect(overview.webhooks.total).toBeGreaterThan(1)
  expect(overview.deliveries.delivered).toBeGreaterThan(0)
  expect(overview.deliveries.points).toHaveLength(24)
  expect(overview.conversations).toMatchObject({ more: false })
})
