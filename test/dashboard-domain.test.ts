import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { dashboardEndpoints } from '@messaging/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@messaging/contract/endpoint.ts'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DashboardSession, signInToDashboard } from './dashboard-session.ts'
import { type ApiAnswer, callApi, freshCustomer, idOf, isEvent, startTestService } from './service.ts'

const WAIT = { timeout: 60_000, interval: 200 }
const LONG_AGO = '2020-01-01T00:00:00Z'

let service: Service
let demo: DashboardSession
let other: DashboardSession

beforeAll(async () => {
  service = await startTestService({ agentAnswers: true })
  ;[demo, other] = await Promise.all([signInToDashboard(service), signInToDashboard(service, service.otherUser)])
})
afterAll(() => service?.stop())

/** The body of an answer, as its endpoint's contract has it. */
function bodyOf<E extends Endpoint>(endpoint: E, { status, body }: ApiAnswer): v.InferOutput<E['response']> {
  expect({ status, body }).toMatchObject({ status: endpoint.status })
  return v.parse<E['response']>(endpoint.response, body)
}

const contract = dashboardEndpoints
const url = () => service.ready.webhook.url
const input = (more: object = {}) => ({
  name: 'Orders',
  url: url().replace('/demo', '/orders'),
  events: ['message.received'],
  numbers: [],
  ...more,
})

async function createWebhook(more: object = {}) {
  return bodyOf(contract['webhooks/create'], await demo.call('POST', '/v1/webhooks/', input(more)))
}

async function deliveryOnce(id: string, status: string) {
  return await vi.waitFor(async () => {
    const delivery = bodyOf(contract['webhook-deliveries/get'], await demo.call('GET', `/v1/webhook-deliveries/${id}/`))
    expect(delivery).toMatchObject({ status })
    return delivery
  }, WAIT)
}

async function sendTest(webhookId: string): Promise<string> {
  const answer = await demo.call('POST', `/v1/webhooks/${webhookId}/test/`)
  return bodyOf(contract['webhooks/send-test-event'], answer).deliveryId
}

describe('webhooks', () => {
  test('are created once for each Idempotency-Key, shown with their health, changed and deleted', async () => {
    const key = { 'Idempotency-Key': freshCustomer() }
    const [first, second] = [
      await demo.call('POST', '/v1/webhooks/', input(), key),
      await demo.call('POST', '/v1/webhooks/', input(), key),
    ]
    const created = bodyOf(contract['webhooks/create'], first)
    expect(created).toMatchObject({ name: 'Orders', enabled: true, isOwn: true, numbers: [] })
    expect(created.secret).toMatch(/^whsec_/)
    expect(second.body).toEqual(first.body)

    const number = service.ready.numbers[0]?.number
    const path = `/v1/webhooks/${created.id}/`
    const changed = bodyOf(
      contract['webhooks/update'],
      await demo.call('PATCH', path, { name: 'Orders 2', numbers: [number] }),
    )
    expect(changed).toMatchObject({ name: 'Orders 2', numbers: [number], url: created.url, events: created.events })
    for (const [action, enabled] of [
      ['disable', false],
      ['enable', true],
    ] as const)
      expect(await demo.call('POST', `${path}${action}/`)).toMatchObject({ body: { enabled, numbers: [number] } })
    const { secret, ...shown } = created
    expect(bodyOf(contract['webhooks/get'], await demo.call('GET', path))).toEqual({ ...shown, ...changed })

    expect(await demo.call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await demo.call('GET', path)).toMatchObject({ status: 404 })
    expect(await demo.call('DELETE', path)).toMatchObject({ status: 404 })
    const listed = bodyOf(contract['webhooks/list'], await demo.call('GET', '/v1/webhooks/'))
    expect(listed.map(({ id }) => id)).not.toContain(created.id)
    expect(listed.map(({ id }) => id)).toContain(service.ready.webhook.id)
  })

  test('lose a subscription that an interrupted change left, when their creation is repeated', async () => {
    const key = { 'Idempotency-Key': freshCustomer() }
    const create = () => demo.call('POST', '/v1/webhooks/', input({ numbers: [] }), key)
    const { id } = bodyOf(contract['webhooks/create'], await create())
    const { cloud, ready } = service
    const dynamodb = new DynamoDB({
      endpoint: cloud.endpointUrl,
      region: cloud.environment.region,
      credentials: cloud.administrator,
    })
    const [TableName] = Object.values(cloud.outputs).flatMap(({ TableName = [] }) => TableName)
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

  test('get the messages of the numbers that they name, and of no others', async () => {
    const { id, url: target } = await createWebhook({ url: url().replace('/demo', '/some-numbers') })
    const received = isEvent(target, 'message.received')
    await write('before')
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { numbers: [service.ready.numbers[0]?.number] })
    await write('while')
    await service.receiver.next(received)
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { events: ['test.ping'] })
    await write('after')
    await demo.call('PATCH', `/v1/webhooks/${id}/`, { events: ['message.received'], numbers: 'all' })
    await write('at last')
    const bodies = await vi.waitFor(async () => {
      const { results } = bodyOf(
        contract['webhook-deliveries/list'],
        await demo.call('GET', `/v1/webhook-deliveries/?webhookId=${id}`),
      )
      const whole = await Promise.all(results.map((one) => deliveryOnce(one.id, 'delivered')))
      const texts = whole.map(({ payload }) => JSON.parse(payload).message.body)
      expect(texts).toContain('at last')
      return texts
    }, WAIT)
    expect(bodies).toEqual(['at last', 'while'])
  })

  test('that are deleted get nothing, and leave their log and a number that is routed to nobody', async () => {
    const { id } = await createWebhook()
    const deliveryId = await sendTest(id)
    await deliveryOnce(deliveryId, 'delivered')
    const number = `/phone-numbers/${service.ready.numbers[0]?.number}`
    const api = (path: string, body: object) =>
      callApi(service.ready.baseUrl, service.ready.apiKey, 'POST', `${number}/${path}/`, body)
    expect(await api('subscribe', { webhookId: id })).toMatchObject({ body: { defaultWebhook: { id } } })
    await demo.call('DELETE', `/v1/webhooks/${id}/`)
    expect(await demo.call('GET', `/v1${number}/`)).toMatchObject({
      body: { defaultRouting: 'webhook', defaultWebhook: null },
    })
    await api('connect-agent', { agentId: service.ready.agent.id })
    expect(await demo.call('GET', `/v1/webhook-deliveries/${deliveryId}/`)).toMatchObject({
      body: { webhookDeleted: true, webhookEnabled: false },
    })
    expect(await demo.call('POST', `/v1/webhooks/${id}/enable/`)).toMatchObject({ status: 404 })
  })

  test('are at most fifty, however many are created at once', async () => {
    const create = () => other.call('POST', '/v1/webhooks/', input())
    const answers: ApiAnswer[] = []
    const isFull = ({ body }: ApiAnswer) => JSON.stringify(body).includes('is the limit')
    while (!answers.some(isFull)) answers.push(...(await Promise.all([create(), create(), create()])))
    expect(answers.find(isFull)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(bodyOf(contract['webhooks/list'], await other.call('GET', '/v1/webhooks/'))).toHaveLength(50)
  })

  test.each([
    ['no URL', { url: 'ftp://a.example' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['message.lost'] }, 'events.0'],
    ['no name', { name: '' }, 'name'],
    ['a number that is nobody’s', { numbers: ['447700900000'] }, 'numbers.0'],
    ['a hundred and one numbers', { numbers: Array.from({ length: 101 }, () => '447700900100') }, 'numbers'],
  ])('with %s are refused', async (_, wrong, path) => {
    for (const [method, place] of [
      ['POST', '/v1/webhooks/'],
      ['PATCH', `/v1/webhooks/${service.ready.webhook.id}/`],
    ] as const)
      expect(await demo.call(method, place, input(wrong))).toMatchObject({
        status: 400,
        body: { code: 'validation_error', details: [{ path }] },
      })
  })
})

describe('a signing secret', () => {
  test('is shown, and rotated once for each Idempotency-Key', async () => {
    const { id, secret } = await createWebhook()
    const path = `/v1/webhooks/${id}`
    expect(await demo.call('POST', `${path}/secret/`)).toMatchObject({ status: 200, body: { secret } })
    const before = await deliveryOnce(await sendTest(id), 'delivered')
    expect(before.attempts[0]).toMatchObject({ signaturesShown: true })
    const key = { 'Idempotency-Key': freshCustomer() }
    const rotated = await demo.call('POST', `${path}/rotate-secret/`, {}, key)
    expect(rotated.body).not.toEqual({ secret })
    expect((await demo.call('POST', `${path}/rotate-secret/`, {}, key)).body).toEqual(rotated.body)
    expect((await demo.call('POST', `${path}/secret/`)).body).toEqual(rotated.body)
    const after = await deliveryOnce(before.id, 'delivered')
    expect(after.attempts[0]).toMatchObject({ signaturesShown: false })
    expect(Object.keys(after.attempts[0]?.requestHeaders ?? {})).not.toContain('X-Service-Signature')
  })
})

describe('deliveries', () => {
  test('are shown with the headers that were sent, and every attempt', async () => {
    const { id, url: target } = await createWebhook({ url: url().replace('/demo', '/shown') })
    const key = { 'Idempotency-Key': freshCustomer() }
    const path = `/v1/webhooks/${id}/test/`
    const sent = await demo.call('POST', path, {}, key)
    expect((await demo.call('POST', path, {}, key)).body).toEqual(sent.body)
    const { deliveryId } = bodyOf(contract['webhooks/send-test-event'], sent)
    const received = await service.receiver.next(isEvent(target, 'test.ping'))
    const delivery = await deliveryOnce(deliveryId, 'delivered')
    expect(delivery).toMatchObject({
      event: 'test.ping',
      conversationId: null,
      attemptCount: 1,
      lastStatus: 200,
      explanation: 'Delivered after 1 attempt.',
      retryDelaysSeconds: [1, 1, 1],
    })
    expect(delivery.payload).toBe(received.body.toString())
    const headers = Object.entries(delivery.attempts[0]?.requestHeaders ?? {})
    for (const [name, value] of headers) expect(received.headers[name.toLowerCase()]).toBe(value)
    expect(headers.map(([name]) => name)).toContain('X-Service-Signature')
  })

  test('are listed by status, webhook, event and time, page by page', async () => {
    const { id } = await createWebhook({ url: url().replace('/demo', '/listed') })
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.unshift(await sendTest(id))
    for (const each of ids) await deliveryOnce(each, 'delivered')
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
    'are not listed with %s',
    async (query) => {
      expect(await demo.call('GET', `/v1/webhook-deliveries/?${query}`)).toMatchObject({ status: 400 })
    },
  )
})

describe('a bulk replay', () => {
  test('takes what failed since, and is followed to its end', async () => {
    const { id, url: target } = await createWebhook({ url: url().replace('/demo', '/replayed') })
    await fetch(`${new URL(target).origin}/_control/replayed`, { method: 'PUT', body: JSON.stringify({ status: 400 }) })
    const failedId = await sendTest(id)
    const failed = await deliveryOnce(failedId, 'failed')
    expect(failed).toMatchObject({ cause: 'client_error', attempts: [{ status: 400 }] })
    const path = `/v1/webhooks/${id}`
    await vi.waitFor(async () => {
      const counted = await demo.call('GET', `${path}/failed-count/?since=${LONG_AGO}`)
      expect(bodyOf(contract['replays/count'], counted)).toEqual({ count: 1, orMore: false })
    }, WAIT)
    await fetch(`${new URL(target).origin}/_control/replayed`, { method: 'PUT', body: JSON.stringify({ status: 200 }) })
    const started = await demo.call('POST', `${path}/replays/`, { since: LONG_AGO })
    const { id: replayId } = bodyOf(contract['replays/start'], started)
    await vi.waitFor(async () => {
      const replay = await demo.call('GET', `${path}/replays/${replayId}/`)
      expect(bodyOf(contract['replays/get'], replay)).toMatchObject({ status: 'done', replayed: 1, total: 1 })
    }, WAIT)
    expect(await demo.call('POST', `${path}/replays/${replayId}/cancel/`)).toMatchObject({ body: { status: 'done' } })
    expect(await demo.call('GET', `${path}/replays/`)).toMatchObject({ status: 200, body: [{ id: replayId }] })
    const { replayedAs } = await deliveryOnce(failedId, 'failed')
    expect(await deliveryOnce(replayedAs ?? '', 'delivered')).toMatchObject({ originId: failedId })
  })
})

describe('API keys', () => {
  test('are shown once, work, say when they were used, and stop when they are revoked', async () => {
    const created = await demo.call('POST', '/v1/api-keys/', { name: 'CI', permission: 'read' })
    const { id, value } = bodyOf(contract['api-keys/create'], created)
    const list = async () => bodyOf(contract['api-keys/list'], await demo.call('GET', '/v1/api-keys/'))
    const own = async () => (await list()).find((key) => key.id === id)
    expect(await own()).toMatchObject({ name: 'CI', permission: 'read', status: 'active', lastUsedAt: null })
    expect(JSON.stringify(await list())).not.toContain(value)
    const use = () => callApi(service.ready.baseUrl, value, 'GET', '/agents/')
    expect(await use()).toMatchObject({ status: 200 })
    expect(await own()).toMatchObject({ lastUsedAt: expect.any(String) })
    expect(await demo.call('DELETE', `/v1/api-keys/${id}/`)).toMatchObject({ status: 204 })
    expect(await demo.call('DELETE', `/v1/api-keys/${id}/`)).toMatchObject({ status: 204 })
    expect(await use()).toMatchObject({ status: 401 })
    expect(await own()).toMatchObject({ status: 'revoked' })
  })

  test('of before there was a list work, and are in it once they are used', async () => {
    const created = await demo.call('POST', '/v1/api-keys/', { name: 'old' })
    const { id, value } = bodyOf(contract['api-keys/create'], created)
    const { cloud, ready } = service
    await new DynamoDB({
      endpoint: cloud.endpointUrl,
      region: cloud.environment.region,
      credentials: cloud.administrator,
    }).updateItem({
      TableName: Object.values(cloud.outputs).flatMap(({ TableName = [] }) => TableName)[0],
      Key: { pk: { S: `k#${id}` }, sk: { S: 'apiKey' } },
      UpdateExpression: 'REMOVE listedIn, gsi1pk, gsi1sk',
    })
    const listed = async () =>
      bodyOf(contract['api-keys/list'], await demo.call('GET', '/v1/api-keys/')).filter((key) => key.id === id)
    expect(await listed()).toEqual([])
    expect(await callApi(ready.baseUrl, value, 'GET', '/agents/')).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject([{ name: 'old', lastUsedAt: expect.any(String) }])
  })

  test('are created once for each Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': freshCustomer() }
    const create = () => demo.call('POST', '/v1/api-keys/', { name: 'once' }, key)
    expect(await create()).toMatchObject({ status: 201, body: { permission: 'full' } })
    expect(await create()).toMatchObject({ status: 409 })
  })

  test('are at most twenty, also when many are created at once; a revoked one makes room', async () => {
    const create = () => other.call('POST', '/v1/api-keys/', { name: 'many' })
    const answers = await Promise.all(Array.from({ length: 22 }, create))
    const active = async () =>
      bodyOf(contract['api-keys/list'], await other.call('GET', '/v1/api-keys/')).filter(
        ({ status }) => status === 'active',
      )
    expect(await active()).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).not.toHaveLength(0)
    await other.call('DELETE', `/v1/api-keys/${(await active())[0]?.id}/`)
    expect(await create()).toMatchObject({ status: 201 })
    expect(await create()).toMatchObject({ status: 409 })
  })
})

describe('an agent', () => {
  test('is tried on the sandbox number, and forgets when the trial starts afresh', async () => {
    const path = `/v1/agents/${service.ready.agent.id}/try/`
    const trial = async () => bodyOf(contract['agents/get-trial'], await demo.call('GET', path))
    expect(await trial()).toMatchObject({ conversationId: null, state: 'idle', messages: [] })
    expect(await demo.call('POST', path, { text: 'first words' })).toMatchObject({ status: 201 })
    const answered = await vi.waitFor(async () => {
      const now = await trial()
      expect(now.state).toBe('idle')
      expect(now.messages.map(({ role }) => role)).toContain('assistant')
      return now
    }, WAIT)
    expect(answered.messages[0]).toMatchObject({ role: 'user', text: 'first words' })
    expect(answered.turns).toMatchObject([{ status: 'answered', messageIds: [answered.messages[0]?.id] }])
    expect(await demo.call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await trial()).toMatchObject({ conversationId: answered.conversationId, messages: [] })
  })
})

describe('conversations', () => {
  test('are found by number and name, and say who answers them and why', async () => {
    const from = freshCustomer()
    await write('hello', from, 'Robin Example')
    const inbox = async (query: string) =>
      bodyOf(contract['conversations/inbox'], await demo.call('GET', `/v1/inbox/?${query}`))
    const found = await vi.waitFor(async () => {
      const { results } = await inbox(`search=${from}`)
      expect(results).toMatchObject([{ contact: { phoneNumber: from, name: 'Robin Example' }, mode: 'agent' }])
      return results[0]
    }, WAIT)
    for (const search of [from.slice(0, -1), 'robin'])
      expect((await inbox(`search=${search}`)).results.map(({ id }) => id)).toContain(found?.id)
    for (const nothing of ['search=nobody', `search=${from}&needsHuman=true`, `search=${from}&takenOver=true`])
      expect(await inbox(nothing)).toMatchObject({ results: [], nextCursor: null })
    const details = await demo.call('GET', `/v1/conversations/${found?.id}/details/`)
    expect(bodyOf(contract['conversations/details'], details)).toMatchObject({
      id: found?.id,
      effectiveRoute: {
        mode: 'agent',
        agent: { id: service.ready.agent.id },
        reason: expect.stringContaining('follows'),
      },
      referral: null,
    })
  })

  test('come page by page, each once', async () => {
    for (let count = 0; count < 3; count++) await write('paged', freshCustomer(), 'Paged Person')
    const pages = async () => {
      const seen: string[] = []
      let cursor: string | null = ''
      do {
        const query: string = `limit=1&search=paged${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
        const page = bodyOf(contract['conversations/inbox'], await demo.call('GET', `/v1/inbox/?${query}`))
        seen.push(...page.results.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== null)
      return seen
    }
    // An answer moves its conversation to the front: until all are answered, one may be met twice or passed by.
    await vi.waitFor(async () => {
      const seen = await pages()
      expect(new Set(seen).size).toBe(3)
      expect(seen).toHaveLength(3)
    }, WAIT)
    expect(await demo.call('GET', '/v1/inbox/?cursor=lost')).toMatchObject({ status: 400 })
  })
})

test('the overview names what needs attention', async () => {
  const overview = bodyOf(contract['overview/get'], await demo.call('GET', '/v1/overview/'))
  expect(overview.webhooks.total).toBeGreaterThan(1)
  expect(overview.deliveries.delivered).toBeGreaterThan(0)
  expect(overview.deliveries.hours).toHaveLength(24)
})

test('models are those that agents can have', async () => {
  const models = bodyOf(contract['models/list'], await demo.call('GET', '/v1/models/'))
  expect(models.models).toContain(models.default)
})

describe('operations', () => {
  test('are for operators', async () => {
    const queues = bodyOf(contract['operations/queues'], await demo.call('GET', '/v1/operations/queues/'))
    expect(queues).toContainEqual(
      expect.objectContaining({ name: 'deliveries', kind: 'dead-letter', redrivesTo: 'deliveries' }),
    )
    expect(queues).toContainEqual(expect.objectContaining({ name: 'turns', kind: 'work' }))
    expect(bodyOf(contract['operations/alarms'], await demo.call('GET', '/v1/operations/alarms/'))).not.toHaveLength(0)
    for (const [key, endpoint] of Object.entries(contract))
      if (key.startsWith('operations/'))
        expect(await other.call(endpoint.method, placeOf(endpoint, 'deliveries'), bodyFor(endpoint))).toMatchObject({
          status: 403,
        })
  })

  test('look at dead letters, send them back and throw them away', async () => {
    const { id, url: target } = await createWebhook({ url: url().replace('/demo', '/dead') })
    const control = (status: number) =>
      fetch(`${new URL(target).origin}/_control/dead`, { method: 'PUT', body: JSON.stringify({ status }) })
    await control(500)
    const [first, second] = [await sendTest(id), await sendTest(id)]
    const place = '/v1/operations/queues/deliveries'
    const letters = async () =>
      bodyOf(contract['operations/dead-letters'], await demo.call('GET', `${place}/messages/`)).messages
    const letterOf = async (deliveryId: string) =>
      (await letters()).find(({ delivery }) => delivery?.id === deliveryId)?.messageId
    await vi.waitFor(async () => expect(await letters()).toHaveLength(2), WAIT)
    expect(bodyOf(contract['operations/queues'], await demo.call('GET', '/v1/operations/queues/'))).toContainEqual(
      expect.objectContaining({ name: 'deliveries', kind: 'dead-letter', oldestAgeSeconds: expect.any(Number) }),
    )
    await control(200)
    const messageId = await letterOf(first)
    expect(await demo.call('POST', `${place}/redrive/`, { messageId })).toMatchObject({ body: { moved: 1 } })
    await deliveryOnce(first, 'delivered')
    expect(await demo.call('POST', `${place}/purge/`, { messageId: await letterOf(second) })).toMatchObject({
      body: { purged: 1 },
    })
    expect(await letters()).toEqual([])
    expect(await demo.call('POST', `${place}/purge/`, { messageId: 'lost' })).toMatchObject({ status: 404 })
    expect(await demo.call('POST', `${place}/purge/`, {})).toMatchObject({ status: 400 })
    expect(await demo.call('POST', `${place}/redrive/`)).toMatchObject({ status: 200, body: { moved: null } })
    await vi.waitFor(
      async () => expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ body: { status: 'done' } }),
      WAIT,
    )
  })
})

/** A path of an endpoint with the same id in every place. */
function placeOf({ path }: Pick<Endpoint, 'path'>, id: string): string {
  return path.replace('/dashboard-api', '').replaceAll(/\{\w+\}/g, id)
}

/** A body that an endpoint takes, if it takes one. */
function bodyFor({ method, path }: Pick<Endpoint, 'method' | 'path'>): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined
  return { name: 'x', since: LONG_AGO, text: 'x', count: 1, ...(path.endsWith('/queues/{queue}/redrive/') && {}) }
}

describe("another organisation's", () => {
  const withIds = Object.entries(contract).filter(([, { path }]) => path.includes('{id}'))
  const foreign: Record<string, () => Promise<string>> = {
    webhooks: async () => service.ready.webhook.id,
    'webhook-deliveries': () => sendTest(service.ready.webhook.id),
    'api-keys': async () => idOf(await demo.call('POST', '/v1/api-keys/', { name: 'foreign' })),
    agents: async () => service.ready.agent.id,
    members: async () => {
      const members = bodyOf(contract['members/list'], await demo.call('GET', '/v1/members/'))
      return members.find(({ isYou }) => isYou)?.id ?? ''
    },
    conversations: async () => {
      const { results } = bodyOf(contract['conversations/inbox'], await demo.call('GET', '/v1/inbox/?limit=1'))
      return results[0]?.id ?? ''
    },
  }

  test.each(withIds)('id is not found: %s', async (_, endpoint: Endpoint) => {
    const noun = endpoint.path.split('/')[3] ?? ''
    const id = (await foreign[noun]?.()) ?? ''
    expect(id).not.toBe('')
    const query = endpoint.path.includes('failed-count') ? `?since=${LONG_AGO}` : ''
    expect(await other.call(endpoint.method, `${placeOf(endpoint, id)}${query}`, bodyFor(endpoint))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await demo.call(endpoint.method, `${placeOf(endpoint, 'lost')}${query}`, bodyFor(endpoint))).toMatchObject({
      status: 404,
    })
  })

  test('webhooks, deliveries, keys and conversations are not listed', async () => {
    expect(await other.call('GET', `/v1/webhook-deliveries/?webhookId=${service.ready.webhook.id}`)).toMatchObject({
      body: { results: [] },
    })
    expect(await other.call('GET', '/v1/inbox/')).toMatchObject({ body: { results: [] } })
    const own = bodyOf(contract['api-keys/list'], await other.call('GET', '/v1/api-keys/'))
    expect(own.map(({ name }) => name)).not.toContain('foreign')
  })
})

/** A customer's message on the demo number. */
async function write(text: string, from = freshCustomer(), name = 'Customer'): Promise<void> {
  const response = await fetch(`${service.ready.providerUrl}/simulator/customers/${from}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, text }),
  })
  expect(response.ok).toBe(true)
}
