// @module-tag full
import { randomUUID } from 'node:crypto'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { getTrial } from '@replywright/contract/dashboard/trials.ts'
import { describe, expect, test, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { callApi, freshCustomer } from '../support/service.ts'
import { demo, other, service, signInBeforeAll, webhooks } from './signed-in.ts'
import { bodyOf, WAIT } from './webhooks.ts'

signInBeforeAll({ agentAnswers: true })

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
    const trials = `/v1/agents/${service.ready.agent.id}/trials/`
    const path = `${trials}own/`
    const trial = async () => bodyOf(getTrial, await demo.call('GET', path))
    expect(await trial()).toMatchObject({ id: 'own', state: 'idle', messages: [] })
    expect(await demo.call('POST', trials, { text: 'first words', trialId: 'own' })).toMatchObject({ status: 201 })
    const answered = await vi.waitFor(async () => {
      const now = await trial()
      expect(now.state).toBe('idle')
      expect(now.messages.map(({ role }) => role)).toContain('assistant')
      return now
    }, WAIT)
    expect(answered.messages[0]).toMatchObject({ role: 'user', text: 'first words' })
    expect(answered.turns).toMatchObject([{ status: 'answered', messageIds: [answered.messages[0]?.id] }])
    expect(await demo.call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await trial()).toMatchObject({ id: 'own', messages: [], turns: [] })
    const { baseUrl, apiKey } = service.ready
    expect(await callApi(baseUrl, apiKey, 'GET', path.slice(3))).toMatchObject({ status: 404 })
  })

  test('is tried with its draft in a chat of its own', async () => {
    const { id } = service.ready.agent
    const draft = `/v1/agents/${id}/draft/`
    const promptOf = async (trialId: string) => {
      const text = `Try ${randomUUID()}`
      expect(await demo.call('POST', `/v1/agents/${id}/trials/`, { text, trialId })).toMatchObject({ status: 201 })
      const asked = await service.model.next(({ userTexts }) => userTexts.some((each) => each.includes(text)), 30_000)
      return asked.system
    }
    expect(await demo.call('PUT', draft, { systemPrompt: 'Drafted prompt.' })).toMatchObject({ status: 204 })
    expect(await promptOf('own-draft')).toMatch(/^Drafted prompt\./)
    expect(await promptOf('own')).not.toMatch(/^Drafted prompt\./)
    await demo.call('DELETE', draft)
    expect(await promptOf('own-draft')).not.toMatch(/^Drafted prompt\./)
    expect(await demo.call('GET', `/v1/agents/${id}/trials/mine/`)).toMatchObject({ status: 404 })
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
