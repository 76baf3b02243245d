import { randomUUID } from 'node:crypto'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { dashboardEndpoints } from '@messaging/contract/dashboard/endpoints.ts'
import { CHECKS } from '@messaging/contract/dashboard/operations.ts'
import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { deadLetterQueues } from '@messaging/core/platform/queues/queue-outputs.ts'
import type { Service } from '@messaging/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeLostDelivery } from '../deliveries/lost-delivery.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'
import { organizationOf } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf, WAIT, webhooksOf } from './webhooks.ts'

const NO_ID = '0199aa00-0000-7000-8000-000000000001'
/** One read in ten is counted: this many reads in a row without a count are practically impossible. */
const MOST_READS = 300
const LONG_AGO = '2020-01-01T00:00:00Z'

let service: Service
let demo: DashboardSession
let other: DashboardSession
let webhooks: ReturnType<typeof webhooksOf>

beforeAll(async () => {
  service = await startTestService({ agentAnswers: true })
  ;[demo, other] = await Promise.all([signInToDashboard(service), signInToDashboard(service, service.otherUser)])
  webhooks = webhooksOf(service, demo)
})
afterAll(() => service?.stop())

const contract = dashboardEndpoints

describe('API keys', () => {
  test('are shown once, record their last use, and stop working when revoked', async () => {
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

  test('without a list entry work, and are listed after their first use', async () => {
    const created = await demo.call('POST', '/v1/api-keys/', { name: 'old' })
    const { id, value } = bodyOf(contract['api-keys/create'], created)
    const { cloud, ready } = service
    await clientOf(DynamoDB, cloud).updateItem({
      TableName: outputOf(cloud, 'TableName'),
      Key: { pk: { S: `k#${id}` }, sk: { S: 'apiKey' } },
      UpdateExpression: 'REMOVE listedIn, gsi1pk, gsi1sk',
    })
    const listed = async () =>
      bodyOf(contract['api-keys/list'], await demo.call('GET', '/v1/api-keys/')).filter((key) => key.id === id)
    expect(await listed()).toEqual([])
    expect(await callApi(ready.baseUrl, value, 'GET', '/agents/')).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject([{ name: 'old', lastUsedAt: expect.any(String) }])
  })

  test('are created once per Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': freshCustomer() }
    const create = () => demo.call('POST', '/v1/api-keys/', { name: 'once' }, key)
    expect(await create()).toMatchObject({ status: 201, body: { permission: 'full' } })
    expect(await create()).toMatchObject({ status: 409 })
  })

  test('are limited to 20 active keys, also for concurrent requests', async () => {
    const create = () => other.call('POST', '/v1/api-keys/', { name: 'many' })
    for (let count = 0; count < 17; count++) expect(await create()).toMatchObject({ status: 201 })
    const responses = await Promise.all(Array.from({ length: 5 }, create))
    const active = async () =>
      bodyOf(contract['api-keys/list'], await other.call('GET', '/v1/api-keys/')).filter(
        ({ status }) => status === 'active',
      )
    expect(await active()).toHaveLength(20)
    expect(responses.filter(({ status }) => status === 409)).not.toHaveLength(0)
    await other.call('DELETE', `/v1/api-keys/${(await active())[0]?.id}/`)
    expect(await create()).toMatchObject({ status: 201 })
    expect(await create()).toMatchObject({ status: 409 })
  })
})

describe('an agent', () => {
  test('is tried on the sandbox number, and loses its messages after a reset', async () => {
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
  test('are found by number and name, and show their route and its reason', async () => {
    const from = freshCustomer()
    await webhooks.write('hello', from, 'Robin Example')
    const inbox = async (query: string) =>
      bodyOf(contract['conversations/inbox'], await demo.call('GET', `/v1/inbox/?${query}`))
    const found = await vi.waitFor(async () => {
      const { results } = await inbox(`search=${from}`)
      expect(results).toMatchObject([{ contact: { phoneNumber: from, name: 'Robin Example' }, mode: 'agent' }])
      return results[0]
    }, WAIT)
    for (const search of [from.slice(0, -1), 'robin'])
      expect((await inbox(`search=${search}`)).results.map(({ id }) => id)).toContain(found?.id)
    for (const nothing of ['search=unknown', `search=${from}&needsHuman=true`, `search=${from}&takenOver=true`])
      expect(await inbox(nothing)).toMatchObject({ results: [], nextCursor: null })
    const details = await demo.call('GET', `/v1/conversations/${found?.id}/details/`)
    expect(bodyOf(contract['conversations/details'], details)).toMatchObject({
      id: found?.id,
      effectiveRoute: {
        mode: 'agent',
        agent: { id: service.ready.agent.id },
        reason: expect.stringContaining('inherits'),
      },
      referral: null,
    })
  })

  test('are listed page by page, without duplicates', async () => {
    for (let count = 0; count < 3; count++) await webhooks.write('paged', freshCustomer(), 'Paged Person')
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
    // A reply moves its conversation to the front, so pages can have duplicates or gaps until all replies are sent.
    await vi.waitFor(async () => {
      const seen = await pages()
      expect(new Set(seen).size).toBe(3)
      expect(seen).toHaveLength(3)
    }, WAIT)
    expect(await demo.call('GET', '/v1/inbox/?cursor=lost')).toMatchObject({ status: 400 })
  })
})

test('lists the models that agents can use', async () => {
  const models = bodyOf(contract['models/list'], await demo.call('GET', '/v1/models/'))
  expect(models.models).toContain(models.default)
})

describe('operations', () => {
  test('are available to operators only', async () => {
    const queues = bodyOf(contract['operations/queues'], await demo.call('GET', '/v1/operations/queues/'))
    expect(queues).toContainEqual(
      expect.objectContaining({ name: 'deliveries', kind: 'dead-letter', redrivesTo: 'deliveries' }),
    )
    expect(queues).toContainEqual(expect.objectContaining({ name: 'turns', kind: 'work' }))
    expect(bodyOf(contract['operations/alarms'], await demo.call('GET', '/v1/operations/alarms/'))).not.toHaveLength(0)
    for (const [key, endpoint] of Object.entries(contract))
      if (key.startsWith('operations/'))
        expect(await other.call(endpoint.method, pathOf(endpoint, 'deliveries'), bodyFor(endpoint))).toMatchObject({
          status: 403,
        })
  })

  test('show the history of queues', async () => {
    const path = '/v1/operations/queue-history/'
    const { periodSeconds, queues } = bodyOf(contract['operations/queue-history'], await demo.call('GET', path))
    const turns = queues.find(({ kind, name }) => kind === 'work' && name === 'turns')
    expect([periodSeconds * (turns?.waiting.length ?? 0), turns?.oldestAgeSeconds.length]).toEqual([86_400, 96])
    expect([turns?.waiting[0], turns?.waiting.at(-1)]).toEqual([null, expect.any(Number)])
    expect(queues).toHaveLength(12)
  })

  test('reconcile in steps: a lost delivery is found, sent again, and found no more', async () => {
    const { id, url } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/lost') })
    const organization = await organizationOf(demo)
    const at = Date.now() - 3_600_000
    const lost = await writeLostDelivery(service.cloud, { organizationId: organization.id, webhookId: id, at })
    const step = async (body: object) =>
      bodyOf(contract['operations/reconcile'], await demo.call('POST', '/v1/operations/reconcile/', body))
    const whole = await step({ dryRun: true })
    expect(whole).toMatchObject({ cursor: null, overdue: { deliveries: 1 } })
    const cursor = Buffer.from(JSON.stringify({ pk: 'settings', sk: 'provider' })).toString('base64url')
    expect((await step({ dryRun: true, cursor })).scanned).toBeLessThan(whole.scanned)
    expect(await step({})).toMatchObject({ cursor: null, overdue: { deliveries: 1 } })
    const { pathname } = new URL(url)
    await service.receiver.next(({ deliveryId, path }) => deliveryId === lost.id && path === pathname, WAIT.timeout)
    await vi.waitFor(async () => expect((await step({})).overdue).toMatchObject({ deliveries: 0 }), WAIT)
    expect(await demo.call('POST', '/v1/operations/reconcile/', { cursor: 'lost' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'cursor' }] },
    })
  })

  test('run the checks of the deployment', async () => {
    const check = (name: string) => demo.call('GET', `/v1/operations/checks/${name}/`)
    for (const name of CHECKS) {
      const findings = bodyOf(contract['operations/check'], await check(name))
      expect([name, findings.filter(({ state }) => state === 'unknown')]).toEqual([name, []])
      expect(findings).not.toHaveLength(0)
    }
    expect(bodyOf(contract['operations/check'], await check('table'))).toMatchObject([{ state: 'ok' }])
    expect(await check('luck')).toMatchObject({ status: 404 })
  })

  test('list, redrive and purge dead letters', async () => {
    const { id, url: target } = await webhooks.createWebhook({ url: webhooks.url().replace('/demo', '/dead') })
    const control = (status: number) =>
      fetch(`${new URL(target).origin}/_control/dead`, { method: 'PUT', body: JSON.stringify({ status }) })
    await control(500)
    const [first, second] = [await webhooks.sendTest(id), await webhooks.sendTest(id)]
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
    await webhooks.deliveryOnce(first, 'delivered')
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

/** Returns the path of an endpoint with `id` for every path parameter. */
function pathOf({ path }: Pick<Endpoint, 'path'>, id: string): string {
  return path.replace('/dashboard-api', '').replaceAll(/\{\w+\}/g, id)
}

/** Returns a valid body for an endpoint, if it has a body. */
function bodyFor({ method, path }: Pick<Endpoint, 'method' | 'path'>): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined
  const file = { size: 1, mimeType: 'image/png', uploadId: NO_ID, messageId: NO_ID }
  return {
    ...file,
    name: 'x',
    since: LONG_AGO,
    text: 'x',
    count: 1,
    isRead: true,
    inboundSeq: 0,
    agentId: NO_ID,
    keyId: NO_ID,
    key: 'x',
    value: '1',
    ...(path.endsWith('/queues/{queue}/redrive/') && {}),
  }
}

describe("another organisation's data", () => {
  const withIds = Object.entries(contract).filter(([, { path }]) => path.includes('{id}'))
  const foreign: Record<string, () => Promise<string>> = {
    webhooks: async () => service.ready.webhook.id,
    'webhook-deliveries': () => webhooks.sendTest(service.ready.webhook.id),
    'api-keys': async () => idOf(await demo.call('POST', '/v1/api-keys/', { name: 'foreign' })),
    agents: async () => service.ready.agent.id,
    members: async () => {
      const members = bodyOf(contract['members/list'], await demo.call('GET', '/v1/members/'))
      return members.find(({ isYou }) => isYou)?.id ?? ''
    },
    me: async () => {
      const sessions = bodyOf(contract['profile/list-sessions'], await demo.call('GET', '/v1/me/sessions/'))
      return sessions[0]?.id ?? ''
    },
    conversations: async () => {
      const { results } = bodyOf(contract['conversations/inbox'], await demo.call('GET', '/v1/inbox/?limit=1'))
      return results[0]?.id ?? ''
    },
  }

  test.each(withIds)('is a 404 for %s', async (_, endpoint: Endpoint) => {
    const noun = endpoint.path.split('/')[3] ?? ''
    const id = (await foreign[noun]?.()) ?? ''
    expect(id).not.toBe('')
    const query = endpoint.path.includes('failed-count') ? `?since=${LONG_AGO}` : ''
    const refused =
      endpoint.group === 'operators'
        ? { status: 403, body: { code: 'permission_denied' } }
        : { status: 404, body: { code: 'not_found' } }
    expect(await other.call(endpoint.method, `${pathOf(endpoint, id)}${query}`, bodyFor(endpoint))).toMatchObject(
      refused,
    )
    expect(await demo.call(endpoint.method, `${pathOf(endpoint, 'lost')}${query}`, bodyFor(endpoint))).toMatchObject({
      status: 404,
    })
  })

  test('is not listed: webhooks, deliveries, keys and conversations', async () => {
    expect(await other.call('GET', `/v1/webhook-deliveries/?webhookId=${service.ready.webhook.id}`)).toMatchObject({
      body: { results: [] },
    })
    expect(await other.call('GET', '/v1/inbox/')).toMatchObject({ body: { results: [] } })
    expect(await other.call('GET', '/v1/inbox/changes/')).toMatchObject({ body: { changes: [] } })
    const own = bodyOf(contract['api-keys/list'], await other.call('GET', '/v1/api-keys/'))
    expect(own.map(({ name }) => name)).not.toContain('foreign')
  })
})

describe('every route', () => {
  /** It ends the session of these tests, and is called by `test/dashboard/profile.test.ts`. */
  const ENDING = 'profile/sign-out-everywhere'
  const routes = Object.entries<Endpoint>(contract).filter(([name]) => name !== ENDING)

  test.each(routes)('%s counts requests, and a POST records its Idempotency-Key', async (_, endpoint: Endpoint) => {
    let isCounted = false
    const stopWatching = service.cloud.faults.watch(({ action, request }) => {
      isCounted ||= action === 'UpdateItem' && request.includes('requests#')
    })
    for (let calls = 0; !isCounted; calls++) {
      expect(calls).toBeLessThan(MOST_READS)
      const headers = endpoint.method === 'POST' ? { 'Idempotency-Key': randomUUID() } : undefined
      const body = ['POST', 'PATCH'].includes(endpoint.method)
        ? { name: 'x', since: LONG_AGO, text: 'x', count: 1 }
        : undefined
      const { status } = await demo.call(endpoint.method, pathOf(endpoint, randomUUID()), body, headers)
      expect(status).toBeLessThan(500)
    }
    stopWatching()
  })
})

// The workers retry the redriven messages, so this test is the last.
test('operators can list, redrive and purge the messages of every other dead-letter queue', async () => {
  const queues = deadLetterQueues(Object.assign({}, ...Object.values(service.cloud.outputs)))
  for (const { name, url } of queues.filter((queue) => queue.name !== 'deliveries')) {
    const place = `/v1/operations/queues/${name}`
    const letters = async () => Object((await demo.call('GET', `${place}/messages/`)).body).messages
    for (const letter of ['first', 'second', 'third'])
      await clientOf(SQSClient, service.cloud).send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify({ letter }),
          ...(url.endsWith('.fifo') && { MessageGroupId: letter, MessageDeduplicationId: randomUUID() }),
        }),
      )
    await vi.waitFor(async () => expect([name, (await letters()).length]).toEqual([name, 3]), WAIT)
    const [{ messageId }, { messageId: next }] = await letters()
    expect(await demo.call('POST', `${place}/purge/`, { messageId })).toMatchObject({ body: { purged: 1 } })
    expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ status: 200, body: { status: 'none' } })
    const redriven = await demo.call('POST', `${place}/redrive/`, { messageId: next })
    if (name === 'relay' || name === 'schedules') {
      expect([name, redriven.status]).toEqual([name, 409])
      continue
    }
    expect([name, redriven.body]).toEqual([name, { moved: 1 }])
    expect(await demo.call('POST', `${place}/redrive/`)).toMatchObject({ status: 200, body: { moved: null } })
    await vi.waitFor(
      async () => expect(await demo.call('GET', `${place}/redrive/`)).toMatchObject({ body: { status: 'done' } }),
      WAIT,
    )
  }
})
