// @module-tag full
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { advanceToOutbound } from '@replywright/core/conversations/messages/advance-outbound.ts'
import { waitingEntry } from '@replywright/core/conversations/waiting-entry.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats, pageOf, template, text } from '../support/chats.ts'
import { callApi, freshCustomer, startTestService } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'

const WAIT = { timeout: 90_000, interval: 250 }

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, newConversation, openConversation, postChange, send } = chats(() => service)

describe('a customer whose number has two spellings', () => {
  const digits = (count: number) => freshCustomer().slice(-count)

  test.each([
    ['Brazil', `55418${digits(7)}`, (written: string) => `${written.slice(0, 4)}9${written.slice(4)}`],
    ['Brazil', `554198${digits(7)}`, (written: string) => `5541${written.slice(5)}`],
    ['Mexico', `52155${digits(8)}`, (written: string) => `52${written.slice(3)}`],
    ['Mexico', `5255${digits(8)}`, (written: string) => `521${written.slice(2)}`],
    ['Argentina', `54911${digits(8)}`, (written: string) => `54${written.slice(3)}`],
    ['Argentina', `5411${digits(8)}`, (written: string) => `549${written.slice(2)}`],
  ])('of %s has one conversation: %s', async (_, written, spell) => {
    const other = spell(written)
    const id = await openConversation(written)
    const created = await api('POST', '/conversations/', { toNumber: other })
    expect(created).toMatchObject({ status: 201, body: { id } })
    expect(await send(id, text('Your order is ready'))).toMatchObject({ status: 201 })
    expect(pageOf(await api('GET', `/conversations/?contact=${other}`))).toMatchObject({ results: [{ id }] })
    expect(await api('PATCH', `/customers/${other}/`, { optedOut: true })).toMatchObject({ status: 200 })
    expect(await api('GET', `/customers/${written}/`)).toMatchObject({ body: { optedOut: true } })
    expect(await openConversation(other)).toBe(id)
  })
})

describe('takeover and handback', () => {
  test('pause and resume the agent; handback returns exactly the seven fields', async () => {
    const customer = freshCustomer()
    const id = await openConversation(customer)
    expect(await api('POST', `/conversations/${id}/takeover/`)).toMatchObject({
      status: 200,
      body: { id, isHumanTakeover: 'true' },
    })
    expect(await api('POST', `/conversations/${id}/takeover/`, { durationMinutes: 1440 })).toMatchObject({
      status: 200,
    })
    expect(
      await api('POST', `/conversations/${id}/handback/`, { contact: { phoneNumber: freshCustomer(), name: '' } }),
    ).toMatchObject({ status: 400, body: { details: [{ path: 'contact.phoneNumber' }] } })
    const handedBack = await api('POST', `/conversations/${id}/handback/`, {
      contact: { phoneNumber: `+${customer}`, name: 'Alex' },
    })
    expect(handedBack).toMatchObject({ status: 200 })
    expect(handedBack.body).toEqual({
      id,
      contact: { phoneNumber: customer, name: expect.any(String) },
      activeAgent: service.ready.agent.id,
      chatWindowRemainingTime: expect.stringMatching(/^\d+$/),
      lastMessage: 'Hello',
      isHumanTakeover: 'false',
      active: 'true',
    })
  })

  test.each([
    ['takeover', { durationMinutes: 1441 }, 'durationMinutes'],
    ['takeover', { durationMinutes: 0 }, 'durationMinutes'],
    ['handback', {}, 'contact'],
    ['handback', { contact: { phoneNumber: 1, name: '' } }, 'contact.phoneNumber'],
  ])('%s with %o is a 400', async (operation, body, path) => {
    expect(await api('POST', `/conversations/${crypto.randomUUID()}/${operation}/`, body)).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    })
  })
})

describe('the list of conversations', () => {
  test('is sorted by latest activity, has an exact count, and can be filtered', async () => {
    const [quiet, active] = [freshCustomer(), freshCustomer()]
    const before = pageOf(await api('GET', '/conversations/?limit=1')).count
    const quietId = await newConversation(quiet)
    const activeId = await openConversation(active)
    await newConversation(quiet)
    const all = pageOf(await api('GET', '/conversations/?limit=100'))
    expect(all.count).toBe(before + 2)
    expect(all.results).toHaveLength(all.count)
    const paged = pageOf(await api('GET', '/conversations/?limit=1&offset=1'))
    expect(paged.results.map(({ id }) => id)).toEqual([all.results[1]?.id])
    const idsOf = async (query: string) =>
      pageOf(await api('GET', `/conversations/?limit=100&${query}`)).results.map(({ id }) => id)
    expect(await idsOf(`contact=${encodeURIComponent(`+${quiet}`)}`)).toEqual([quietId])
    expect(await idsOf(`contact=${active}&msgNumber=447700900100&active=true`)).toEqual([activeId])
    expect(await idsOf(`contact=${active}&active=false`)).toEqual([])
    expect(await idsOf('msgNumber=447700900999')).toEqual([])
    const open = pageOf(await api('GET', '/conversations/?limit=100&active=true'))
    const closed = pageOf(await api('GET', '/conversations/?limit=100&active=false&msgNumber=447700900100'))
    expect(open.results.map(({ id }) => id)).toContain(activeId)
    expect(closed.results.map(({ id }) => id)).toContain(quietId)
    expect([open, closed].map(({ results }) => results.length)).toEqual([open.count, closed.count])
  })

  test('keeps its order over all pages while a message changes it', async () => {
    const customers = Array.from({ length: 7 }, freshCustomer)
    const ids: string[] = []
    for (const customer of customers) ids.push(await newConversation(customer))
    // The provider's timestamps are whole seconds.
    for (const index of [2, 5, 0]) {
      const id = ids[index] ?? ''
      expect(await send(id, template())).toMatchObject({ status: 201 })
      ids.splice(index, 1)
      ids.push(id)
    }
    const newestFirst = ids.toReversed()
    const listed: unknown[] = []
    let path: string | undefined = '/conversations/?limit=2'
    while (path !== undefined && listed.length < 7) {
      const page: ReturnType<typeof pageOf> = pageOf(await api('GET', path))
      expect(page.results).toHaveLength(2)
      listed.push(...page.results.map(({ id }) => id))
      path = page.next?.slice(page.next.indexOf('/conversations/'))
      if (listed.length === 4) await send(newestFirst[0] ?? '', template())
    }
    expect(listed.slice(0, 7)).toEqual(newestFirst)
  })

  test('does not rewrite its index entry for every message', async () => {
    const customer = freshCustomer()
    const id = await openConversation(customer)
    const items = storedItems(service.cloud)
    const number = await items.get(`n#${service.ready.numbers[0]?.phoneNumberId}`, 'number')
    const keysOf = async () => {
      const item = await items.get(`c#${number?.organizationId}#${id}`, 'conversation')
      return Object.entries(item ?? {})
        .filter(([name]) => name.startsWith('gsi'))
        .toSorted(([a], [b]) => a.localeCompare(b))
    }
    const keys = await keysOf()
    expect(keys).toEqual([
      ['gsi2pk', expect.stringMatching(/#conversations#[0-7]$/)],
      ['gsi2sk', expect.stringMatching(`^\\d{13}#${id}$`)],
    ])
    await service.provider.sendAsCustomer({ from: customer, text: 'Hello again' })
    expect(await send(id, text('Welcome'))).toMatchObject({ status: 201 })
    expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ body: { lastMessage: 'Welcome' } })
    expect(await keysOf()).toEqual(keys)
  })

  test.each([
    'x',
    'e30x',
    Buffer.from('{"pk":"a"}').toString('base64url'),
    Buffer.from('{"activity":[1,"a"]}').toString('base64url'),
  ])('rejects the cursor %s', async (cursor) => {
    expect(await api('GET', `/conversations/?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'cursor', message: 'invalid; request the first page without it' }] },
    })
  })

  test('of another organisation contains no conversation of this one', async () => {
    const other = await callApi(service.ready.baseUrl, service.ready.otherOrganization.apiKey, 'GET', '/conversations/')
    expect(other).toMatchObject({ status: 200, body: { count: 0, next: null, previous: null, results: [] } })
  })
})

test('concurrent new conversations are counted exactly, in independent partial counts', async () => {
  const before = pageOf(await api('GET', '/conversations/?limit=1')).count
  const customers = Array.from({ length: 48 }, (_, n) => `4477004${String(n).padStart(5, '0')}`)
  const messages = customers.map((from) => ({
    from,
    id: `wamid.${from}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'Hello' },
  }))
  expect(await postChange('messages', { messages })).toBe(200)
  expect(pageOf(await api('GET', '/conversations/?limit=1')).count).toBe(before + customers.length)
  const items = storedItems(service.cloud)
  const number = await items.get(`n#${service.ready.numbers[0]?.phoneNumberId}`, 'number')
  const partition = `count#${number?.organizationId}#conversations`
  const parts = await Promise.all([0, 1, 2, 3].map((part) => items.partition(`${partition}/${part}`)))
  for (const shards of parts) expect(shards.length).toBeGreaterThan(1)
  for (const { count } of parts.flat()) expect(Number(count)).toBeLessThan((before + customers.length) / 2)
})

test('a conversation expires with its messages, and is counted no more', async () => {
  const items = storedItems(service.cloud)
  const customer = freshCustomer()
  const id = await openConversation(customer)
  const organizationId = derivedId('demo organization', 'Demo')
  const pk = `c#${organizationId}#${id}`
  const count = async () => pageOf(await api('GET', '/conversations/?limit=1')).count
  const counted = await count()
  const [conversation, expiry] = [await items.get(pk, 'conversation'), await items.get(pk, 'expiry')]
  const stored = await items.partition(pk)
  const message = stored.find(({ _e }) => _e === 'message')
  const isDue = { ...expiry, expiresAt: 1 }
  expect(message?.expiresAt).toBeGreaterThan(Date.now() / 1000 + 364 * 86_400)

  // A message remains, so the conversation is checked again when it expires.
  await items.put(isDue)
  await service.cloud.expireItems()
  await vi.waitFor(
    async () => expect(await items.get(pk, 'expiry')).toMatchObject({ expiresAt: expect.any(Number) }),
    WAIT,
  )
  expect((await items.get(pk, 'expiry'))?.expiresAt).toBeGreaterThanOrEqual(Number(message?.expiresAt))
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ status: 200 })

  const old = Date.now() - 366 * 86_400_000
  await items.put({ ...conversation, createdAt: old, lastMessageAt: old, listedAt: old, armed: undefined })
  for (const one of stored.filter(({ _e }) => _e === 'message'))
    await items.put({ ...one, out: undefined, expiresAt: 1 })
  await items.put(isDue)
  await service.cloud.expireItems()
  await vi.waitFor(async () => expect(await items.partition(pk)).toEqual([]), WAIT)
  expect(await api('GET', `/conversations/${id}/`)).toMatchObject({ status: 404 })
  expect(await count()).toBe(counted - 1)

  // The customer comes back.
  expect(await openConversation(customer)).toBe(id)
  expect(await count()).toBe(counted)
})

test('a conversation can be started with a template', async () => {
  const customer = freshCustomer()
  const body = { toNumber: customer, message: template() }
  expect(await api('POST', '/conversations/', body)).toMatchObject({ status: 201, body: { active: 'false' } })
  expect(service.provider.sent.filter((message) => message.customer === customer)).toHaveLength(1)
  const refused = await api('POST', '/conversations/', { ...body, message: text('free-form') })
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
})

describe('permissions', () => {
  const operations = [
    ['GET', 'messages', undefined],
    ['POST', 'messages', text('hi')],
    ['POST', 'takeover', {}],
    ['POST', 'handback', { contact: { phoneNumber: '', name: '' } }],
  ] as const

  test.each(operations)('%s %s of another organisation’s conversation is a 404', async (method, operation, body) => {
    const id = await newConversation('447700911111')
    const { apiKey } = service.ready.otherOrganization
    const path = `/conversations/${id}/${operation}/`
    expect(await callApi(service.ready.baseUrl, apiKey, method, path, body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  test.each(operations)('%s %s with a read key is a 403 only when it writes', async (method, operation, body) => {
    const { baseUrl, readApiKey } = service.ready
    const id = await newConversation('447700911111')
    const response = await callApi(baseUrl, readApiKey, method, `/conversations/${id}/${operation}/`, body)
    expect(response.status).toBe(method === 'GET' ? 200 : 403)
  })
})

test('the end of a turn without an answer leaves that a person is needed, and an answer ends it', async () => {
  actAsAdministrator(service)
  const key = { organizationId: derivedId('demo organization', 'Demo'), id: await openConversation() }
  const read = async () => (await ConversationEntity.get(key).go({ consistent: true })).data ?? expect.fail()
  const mark = { humanNeededSince: 1, ...waitingEntry(await read(), 1) }
  await ConversationEntity.patch(key).set(mark).go()
  const marked = await read()
  await advanceToOutbound(marked, [], { answeredSession: undefined })
  expect(await read()).toEqual(marked)
  await advanceToOutbound(marked, [], { answers: true, answeredSession: marked.sessionId })
  for (const name of Object.keys(mark)) expect(await read()).not.toHaveProperty(name)
})
