// @module-tag full
import { listAgentVersions } from '@replywright/contract/agent-versions.ts'
import { listAuditLog } from '@replywright/contract/audit-log.ts'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { AuditEntity } from '@replywright/core/platform/audit/audit-entity.ts'
import { derivedId, derivedTimeId, monthOf } from '@replywright/core/platform/clock.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { callApi, freshCustomer, idOf } from '../support/service.ts'
import { confirm, startLink } from './sign-up.ts'
import { demo, other, service, signInBeforeAll } from './signed-in.ts'
import { bodyOf } from './webhooks.ts'

const DAY = 86_400_000
const Named = v.looseObject({ name: v.string() })
const organizationId = derivedId('demo organization', 'Demo')

signInBeforeAll()

const logOf = async (query = '', { call } = demo) =>
  bodyOf(listAuditLog, await call('GET', `/v1/audit-log/?limit=100&${query}`))
const entries = async (query = '', session = demo) => (await logOf(query, session)).results
const createKey = async (name: string) =>
  bodyOf(contract['api-keys/create'], await demo.call('POST', '/v1/api-keys/', { name, permission: 'full' }))

describe('the audit log', () => {
  test('shows who changed what, without any secret', async () => {
    const { id, value } = await createKey('Audited')
    const webhook = `/v1/webhooks/${service.ready.webhook.id}/`
    const revealed = await demo.call('POST', `${webhook}secret/`)
    const { secret } = bodyOf(contract['webhooks/reveal-secret'], revealed)
    const agent = { name: 'Renamed', tools: [{ type: 'unknown' }], unknownField: 1 }
    expect(await callApi(service.ready.baseUrl, value, 'PATCH', `/agents/${service.ready.agent.id}/`, agent)).toEqual(
      expect.objectContaining({ status: 400 }),
    )
    const renamed = { name: 'Renamed', unknownField: 1 }
    const path = `/agents/${service.ready.agent.id}/`
    const changed = await callApi(service.ready.baseUrl, value, 'PATCH', path, renamed)
    expect(changed.status).toBe(200)
    await demo.call('DELETE', `/v1/api-keys/${id}/`)

    const log = await entries()
    const user = { userId: expect.any(String), email: service.ready.email, apiKeyId: null, apiKeyName: null }
    const common = { actor: user, outcome: 'done', code: null, sourceIp: '127.0.0.1', requestId: expect.any(String) }
    const key = { object: 'api_key', objectId: id }
    expect(log.slice(0, 4)).toMatchObject([
      { ...common, ...key, action: 'revoke' },
      {
        ...common,
        action: 'update',
        object: 'agent',
        objectId: service.ready.agent.id,
        objectName: 'Renamed',
        fields: ['name'],
        actor: { ...user, email: null, apiKeyId: id, apiKeyName: 'Audited' },
        requestId: changed.headers.get('x-request-id'),
      },
      { ...common, action: 'reveal_secret', object: 'webhook', objectId: service.ready.webhook.id },
      { ...common, ...key, action: 'create', objectName: 'Audited', fields: ['name', 'permission'] },
    ])
    for (const text of [value, secret]) expect(JSON.stringify(log)).not.toContain(text)
    expect(Date.parse(log[0]?.at ?? '')).toBeGreaterThan(Date.now() - DAY)
  })

  test('keeps the address that connected, and shows what a header claims beside it', async () => {
    const change = async (headers: Record<string, string>) => {
      const response = await fetch(`${service.ready.baseUrl}/api/v1/agents/${service.ready.agent.id}/`, {
        method: 'PATCH',
        headers: { 'X-API-Key': service.ready.apiKey, 'Content-Type': 'application/json', ...headers },
        body: '{}',
      })
      expect(response.status).toBe(200)
      const [entry] = await entries('object=agent&action=update')
      return entry
    }
    const forged = { Via: '1.1 x.cloudfront.net', 'X-Forwarded-For': '203.0.113.66, 70.0.0.1' }
    expect(await change(forged)).toMatchObject({ sourceIp: '127.0.0.1', forwardedFor: '70.0.0.1' })
    expect(await change({ 'X-Forwarded-For': '<script>' })).toMatchObject({ sourceIp: '127.0.0.1', forwardedFor: null })
    expect(await change({})).toMatchObject({ sourceIp: '127.0.0.1', forwardedFor: null })
  })

  test('shows the old and the new values of settings, without secrets, and the versions of agents', async () => {
    const { id } = service.ready.webhook
    const webhook = `/v1/webhooks/${id}/`
    const { name } = bodyOf(endpoints['webhooks/get'], await demo.call('GET', webhook))
    const headers = { 'X-Key': 'a secret value' }
    expect(await demo.call('PATCH', webhook, { name: 'Orders EU', headers })).toMatchObject({ status: 200 })
    await demo.call('PATCH', webhook, { name, headers: {} })
    const [undone, changed] = await entries(`objectId=${id}&action=update`)
    const change = { field: 'name', before: name, after: 'Orders EU' }
    expect(changed).toMatchObject({ objectName: 'Orders EU', fields: ['name', 'headers'], changes: [change] })
    expect(undone).toMatchObject({ objectName: name, changes: [{ field: 'name', before: 'Orders EU', after: name }] })
    expect(JSON.stringify(await entries())).not.toContain('a secret value')

    const digits = service.ready.numbers.find(({ sandbox }) => !sandbox)?.number ?? ''
    const number = `/v1/phone-numbers/${digits}`
    const agent = await demo.call('GET', `/v1/agents/${service.ready.agent.id}/`)
    await demo.call('POST', `${number}/unsubscribe/`)
    await demo.call('POST', `${number}/connect-agent/`, { agentId: service.ready.agent.id })
    const [connected] = await entries('object=number&action=route')
    expect(connected).toMatchObject({
      objectName: digits,
      changes: [
        { field: 'defaultRouting', before: null, after: 'agent' },
        { field: 'activeAgent', before: null, after: v.parse(Named, agent.body).name },
      ],
    })

    expect(
      await demo.call('PUT', '/v1/organization/retention/', { messageDays: 90, deliveryDays: null }),
    ).toMatchObject({
      status: 200,
    })
    await demo.call('PUT', '/v1/organization/retention/', { messageDays: null, deliveryDays: null })
    await demo.call('PUT', '/v1/usage/limit/', { limitUsd: 12.5 })
    await demo.call('PUT', '/v1/usage/limit/', { limitUsd: null })
    await demo.call('PUT', '/v1/organization/proof-rule/', { requiresProof: true })
    await demo.call('PUT', '/v1/organization/proof-rule/', { requiresProof: false })
    const settings = (await entries('object=organization&action=update')).flatMap(({ changes }) => changes)
    expect(settings).toEqual([
      { field: 'requiresProof', before: 'true', after: 'false' },
      { field: 'requiresProof', before: 'false', after: 'true' },
      { field: 'limitUsd', before: '12.5', after: null },
      { field: 'limitUsd', before: null, after: '12.5' },
      { field: 'messageDays', before: '90', after: null },
      { field: 'messageDays', before: null, after: '90' },
    ])

    await demo.call('PATCH', `/v1/agents/${service.ready.agent.id}/`, { systemPrompt: 'a private prompt' })
    const versions = `/v1/agents/${service.ready.agent.id}/versions/`
    const { results } = bodyOf(listAgentVersions, await demo.call('GET', versions))
    const [updated] = await entries(`objectId=${service.ready.agent.id}&action=update`)
    expect(updated).toMatchObject({ version: results[0]?.version, fields: ['systemPrompt'], changes: [] })
    const { csv } = bodyOf(contract['audit-log/export'], await demo.call('GET', '/v1/audit-log/export/?object=webhook'))
    expect(csv).toContain(`"name: ${name}","name: Orders EU"`)
  })

  test('says what happened to an agent, not only that it changed', async () => {
    const agent = `/v1/agents/${service.ready.agent.id}/`
    const saved = await demo.call('PUT', `${agent}tests/`, {
      test: { name: 'Audited', turns: [{ customer: 'Hello' }] },
    })
    const test = bodyOf(contract['agents/save-test'], saved)
    expect(await demo.call('DELETE', `${agent}tests/${test.id}/`)).toMatchObject({ status: 204 })
    expect(await demo.call('PUT', `${agent}draft/`, { systemPrompt: 'a draft' })).toMatchObject({ status: 204 })
    expect(await demo.call('DELETE', `${agent}draft/`)).toMatchObject({ status: 204 })
    const log = (await entries()).slice(0, 4)
    expect(log.map(({ action }) => action)).toEqual(['discard_draft', 'save_draft', 'delete_test', 'save_test'])
    for (const entry of log) expect(entry).toMatchObject({ object: 'agent', objectId: service.ready.agent.id })
  })

  test('is visible to the members of its organisation only', async () => {
    const { id } = await createKey('Ours')
    expect((await entries('', other)).map(({ objectId }) => objectId)).not.toContain(id)
    expect(await entries(`objectId=${id}`, other)).toEqual([])
    const asDemo = { 'X-Organization-Id': organizationId }
    for (const path of ['', 'export/'])
      expect(await other.call('GET', `/v1/audit-log/${path}`, undefined, asDemo)).toMatchObject({ status: 404 })
    expect(await other.call('DELETE', `/v1/api-keys/${id}/`)).toMatchObject({ status: 404 })
    expect((await entries('', other))[0]).toMatchObject({
      ...{ action: 'revoke', object: 'api_key', objectId: id, outcome: 'refused', code: 'not_found' },
    })
    await demo.call('DELETE', `/v1/api-keys/${id}/`)
  })

  test('has the sends, takeovers and exports of members, without texts and customers', async () => {
    const customer = freshCustomer()
    const created = await demo.call('POST', '/v1/conversations/', { toNumber: customer })
    const path = `/v1/conversations/${idOf(created)}/`
    const refused = await demo.call('POST', `${path}messages/`, { type: 'text', text: { body: 'a private text' } })
    expect(refused).toMatchObject({ status: 409 })
    expect(await demo.call('POST', `${path}takeover/`, {})).toMatchObject({ status: 200 })
    const contact = { phoneNumber: customer, name: 'Private' }
    expect(await demo.call('POST', `${path}handback/`, { contact })).toMatchObject({ status: 200 })
    expect(await demo.call('GET', `/v1/customers/${customer}/export/`)).toMatchObject({ status: 200 })
    const log = (await entries()).slice(0, 5)
    const conversation = { object: 'conversation', objectId: idOf(created), objectName: null }
    expect(log).toMatchObject([
      { action: 'export', object: 'customer', objectId: null, outcome: 'done' },
      { ...conversation, action: 'hand_back', fields: ['contact'], outcome: 'done' },
      { ...conversation, action: 'take_over', outcome: 'done' },
      { ...conversation, action: 'send', fields: ['type', 'text'], outcome: 'refused', code: 'window_closed' },
      { ...conversation, action: 'create', fields: ['toNumber'], outcome: 'done' },
    ])
    for (const text of [customer, 'private', 'Private']) expect(JSON.stringify(log)).not.toContain(text)
  })

  test('has who completed a link session: a visitor without an account', async () => {
    const { id, linkUrl } = await startLink(service)
    await confirm(linkUrl, { cancelled: true })
    const [entry] = await entries(`objectId=${id}&action=confirm`)
    expect(entry).toMatchObject({ object: 'account', actor: { userId: null, email: null }, outcome: 'done' })
    expect(entry?.requestId).toEqual(expect.any(String))
  })

  test('has no entries of invalid requests, repeats, test events and most reads', async () => {
    const before = await entries()
    const repeat = { 'Idempotency-Key': 'audited once' }
    const create = () => demo.call('POST', '/v1/mcp-connectors/', { name: 'A', url: 'https://example.com' }, repeat)
    expect(await create()).toMatchObject({ status: 201 })
    expect(await create()).toMatchObject({ status: 201 })
    expect(await demo.call('POST', '/v1/mcp-connectors/', { name: 1 })).toMatchObject({ status: 400 })
    expect(await demo.call('POST', `/v1/webhooks/${service.ready.webhook.id}/test/`)).toMatchObject({ status: 201 })
    expect(await callApi(service.ready.baseUrl, service.ready.readApiKey, 'POST', '/agents/', {})).toMatchObject({
      status: 403,
    })
    const after = await entries()
    expect(after.slice(0, after.length - before.length)).toMatchObject([{ action: 'create', object: 'connector' }])
  })

  test('shows that a key was created although the repeat of its request is refused', async () => {
    const create = () =>
      demo.call('POST', '/v1/api-keys/', { name: 'Created', permission: 'full' }, { 'Idempotency-Key': 'a key once' })
    const { id } = bodyOf(contract['api-keys/create'], await create())
    expect(await create()).toMatchObject({ status: 409 })
    expect(await entries(`objectId=${id}`)).toMatchObject([{ action: 'create', outcome: 'done', code: null }])
  })

  test('keeps the entry of an operation that was interrupted, before and after it wrote', async () => {
    const { id } = await createKey('Interrupted')
    const { physicalId } = service.cloud.resource('DashboardApiKeysRevokeFunction', 'AWS::Lambda::Function')
    const fault = service.cloud.faults.plan({
      ...{ function: physicalId, action: 'TransactWriteItems', nth: 1, kind: 'kill-after' },
    })
    expect((await demo.call('DELETE', `/v1/api-keys/${id}/`)).status).toBeGreaterThanOrEqual(500)
    expect(fault.fired).toHaveLength(1)
    fault.cancel()
    expect(await entries(`objectId=${id}&action=revoke`)).toMatchObject([{ outcome: 'interrupted' }])
    expect(await demo.call('DELETE', `/v1/api-keys/${id}/`)).toMatchObject({ status: 204 })
    expect(await entries(`objectId=${id}`)).toMatchObject([
      { action: 'revoke', outcome: 'done' },
      { action: 'revoke', outcome: 'interrupted' },
      { action: 'create', outcome: 'done' },
    ])
  })

  test('prevents a change that it cannot record', async () => {
    const { id } = await createKey('Unrecorded')
    const { physicalId } = service.cloud.resource('DashboardApiKeysRevokeFunction', 'AWS::Lambda::Function')
    const where = ({ request }: { readonly request: string }) => request.includes('audit#')
    const fault = service.cloud.faults.plan({
      function: physicalId,
      action: 'PutItem',
      nth: 1,
      where,
      kind: 'kill-before',
    })
    expect((await demo.call('DELETE', `/v1/api-keys/${id}/`)).status).toBeGreaterThanOrEqual(500)
    expect(fault.fired).toHaveLength(1)
    fault.cancel()
    const keys = bodyOf(contract['api-keys/list'], await demo.call('GET', '/v1/api-keys/'))
    expect(keys.find((key) => key.id === id)).toMatchObject({ status: 'active' })
    expect(await demo.call('DELETE', `/v1/api-keys/${id}/`)).toMatchObject({ status: 204 })
  })

  test('is filtered, paged over months, and exported without formulas', async () => {
    const now = Date.now()
    const userId = 'a user of long ago'
    for (let age = 1; age <= 89; age += 4) {
      const at = now - age * DAY
      await AuditEntity.create({
        ...{ organizationId, month: monthOf(at), id: derivedTimeId(at, 'seed', String(age)), userId },
        ...{ action: 'update', object: 'template', objectId: `t${age}`, objectName: '=1+1', outcome: 'done' },
        expiresAt: Math.floor(now / 1000) + 1000,
      }).go()
    }
    const expired = now - 91 * DAY
    await AuditEntity.create({
      ...{ organizationId, month: monthOf(expired), id: derivedTimeId(expired, 'seed'), userId },
      ...{ action: 'update', object: 'template', expiresAt: Math.floor(now / 1000) - 1 },
    }).go()

    const found: string[] = []
    for (let cursor = ''; ; ) {
      const query = `limit=5&actor=${encodeURIComponent(userId)}${cursor && `&cursor=${cursor}`}`
      const page = bodyOf(listAuditLog, await demo.call('GET', `/v1/audit-log/?${query}`))
      found.push(...page.results.map(({ objectId }) => objectId ?? ''))
      if (page.next === null) break
      cursor = new URL(page.next).searchParams.get('cursor') ?? ''
    }
    expect(found).toEqual(Array.from({ length: 23 }, (_, place) => `t${1 + place * 4}`))
    const keyed = await callApi(
      service.ready.baseUrl,
      service.ready.apiKey,
      'GET',
      `/audit-log/?limit=5&actor=${userId}`,
    )
    expect(keyed).toMatchObject({ status: 200, body: { results: [{ objectId: 't1' }, {}, {}, {}, {}] } })
    expect(Object.keys(Object(keyed.body))).toEqual(['next', 'results'])
    const range = `since=${new Date(now - 42 * DAY).toISOString()}&until=${new Date(now - 32 * DAY).toISOString()}`
    const seen = (await entries(`object=template&${range}`)).map(({ objectId }) => objectId)
    expect(seen).toEqual(['t33', 't37', 't41'])
    const exported = await demo.call('GET', `/v1/audit-log/export/?object=template&${range}`)
    const { csv, nextCursor } = bodyOf(contract['audit-log/export'], exported)
    const lines = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^"time","action","object",/)
    for (const line of lines.slice(1)) expect(line).toContain(`,"'=1+1",`)
    expect(nextCursor).toBeNull()
    expect(await demo.call('GET', '/v1/audit-log/?cursor=nothing')).toMatchObject({
      ...{ status: 400, body: { code: 'validation_error' } },
    })
    expect(await demo.call('GET', '/v1/audit-log/?action=nothing')).toMatchObject({ status: 400 })
  })
})
