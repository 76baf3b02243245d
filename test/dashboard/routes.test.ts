// @module-tag long
import { randomUUID } from 'node:crypto'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshCustomer, idOf } from '../support/service.ts'
import { bodyFor, LONG_AGO, pathOf } from './every-endpoint.ts'
import { expectRole, type RoleSessions, signInWithRoles } from './role-sessions.ts'
import { demo, other, service, signInBeforeAll, webhooks } from './signed-in.ts'
import { bodyOf } from './webhooks.ts'

/** One read in ten is counted: this many reads in a row without a count are practically impossible. */
const MOST_READS = 300
/** An endpoint of each kind. */
const OF_EACH_KIND = [
  'webhooks/delete',
  'webhooks/get-statistics',
  'api-keys/revoke',
  'members/remove',
  'agents/get-usage',
]

signInBeforeAll({ agentAnswers: true })

const contract = dashboardEndpoints

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
      return sessions.results[0]?.id ?? ''
    },
    'mcp-connectors': async () =>
      idOf(await demo.call('POST', '/v1/mcp-connectors/', { name: 'Shop', url: 'https://mcp.example.com/' })),
    'saved-replies': async () => idOf(await demo.call('PUT', '/v1/saved-replies/', { name: 'Hours', text: 'From 9.' })),
    conversations: async () => idOf(await demo.call('POST', '/v1/conversations/', { toNumber: freshCustomer() })),
  }

  const expectRefusal = async (_: string, endpoint: Endpoint) => {
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
  }
  const [first, others] = [true, false].map((wanted) =>
    withIds.filter(([name]) => OF_EACH_KIND.includes(name) === wanted),
  )
  test.each(first ?? [])('is a 404 for %s', expectRefusal)
  test.each(others ?? [])('is a 404 for %s', { tags: 'full' }, expectRefusal)

  test('is not listed: webhooks, deliveries, keys and conversations', { tags: 'full' }, async () => {
    expect(await other.call('GET', `/v1/webhook-deliveries/?webhookId=${service.ready.webhook.id}`)).toMatchObject({
      body: { results: [] },
    })
    expect(await other.call('GET', '/v1/inbox/')).toMatchObject({ body: { results: [] } })
    expect(await other.call('GET', '/v1/inbox/changes/')).toMatchObject({ body: { changes: [] } })
    const own = bodyOf(contract['api-keys/list'], await other.call('GET', '/v1/api-keys/'))
    expect(own.map(({ name }) => name)).not.toContain('foreign')
  })
})

describe('every route', { tags: 'full' }, () => {
  /** It ends the session of these tests, and is called by `test/dashboard/profile.test.ts`. */
  const ENDING = 'profile/sign-out-everywhere'
  const routes = Object.entries<Endpoint>(contract)
  let roles: RoleSessions
  beforeAll(async () => {
    roles = await signInWithRoles(service)
  })

  test.each(routes)(
    '%s obeys its role, counts requests, and a POST records its key',
    async (name, endpoint: Endpoint) => {
      await expectRole(roles, endpoint)
      if (name === ENDING) return
      let isCounted = false
      const stopWatching = service.cloud.faults.watch(({ action, request }) => {
        isCounted ||= action === 'UpdateItem' && request.includes('requests#')
      })
      for (let calls = 0; !isCounted; calls++) {
        expect(calls).toBeLessThan(MOST_READS)
        const headers = endpoint.method === 'POST' ? { 'Idempotency-Key': randomUUID() } : undefined
        const { status } = await demo.call(endpoint.method, pathOf(endpoint, randomUUID()), bodyFor(endpoint), headers)
        expect(status).toBeLessThan(500)
      }
      stopWatching()
    },
  )
})

test('a repeated POST without a response body has none again', async () => {
  const dismiss = () => demo.call('POST', '/v1/first-steps/dismiss/', undefined, { 'Idempotency-Key': 'no-body' })
  const first = await dismiss()
  expect(first.status).toBe(204)
  expect(await dismiss()).toMatchObject({ status: 204, body: first.body })
})
