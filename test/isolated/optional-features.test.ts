// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scheduler } from '@aws-sdk/client-scheduler'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { takeBrowser } from '../dashboard/browser/chromium.ts'
import { describeInBrowser } from '../dashboard/browser/in-browser.ts'
import { inspectPage } from '../dashboard/browser/inspect-page.ts'
import { openInApp } from '../dashboard/browser/open-in-app.ts'
import { signIn } from '../dashboard/browser/session-pages.ts'
import { type Visitor, visit } from '../dashboard/browser/visitor.ts'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { bodyOf } from '../dashboard/webhooks.ts'
import { typeOps } from '../operations/run-ops.ts'
import { clientOf } from '../support/administrator.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { pageOf, template } from '../support/chats.ts'
import { callers, freshCustomer, idOf, startTestService } from '../support/service.ts'

const lines: string[] = []
let outdir: string
let service: Service
let demo: DashboardSession
let other: DashboardSession

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'replywright-optional-'))
  const assembly = await synthesizeLocal(outdir, { requestLog: 'true', canary: 'true' })
  service = await startTestService({ assembly, log: ({ line }) => lines.push(line) })
  ;[demo, other] = await Promise.all([signInToDashboard(service), signInToDashboard(service, service.otherUser)])
})
afterAll(async () => {
  await service?.stop()
  await rm(outdir, { recursive: true, force: true })
})

const { api, apiToRead } = callers(() => service)
const list = async (query: string, { call } = demo) =>
  bodyOf(contract['api-requests/list'], await call('GET', `/v1/api-requests/?limit=100&${query}`))
const requests = async (query = '') => (await list(query)).results

describe('the canary', () => {
  const canary = () => service.cloud.resource('Canary', 'AWS::Lambda::Function')
  const received = () => lines.filter((line) => line.includes('"CanaryReceived":1')).length
  const taken = () => lines.filter((line) => line.includes('"event":"message.taken"'))

  test('its message goes through the ingress, the relay and the worker, and returns to the ingress', async () => {
    await typeOps(service, ['canary'])
    await typeOps(service, ['canary'])
    await service.cloud.invoke(canary().physicalId, {})
    await vi.waitFor(() => expect(received()).toBe(1), { timeout: 60_000, interval: 200 })
    // It must not hide that messages of the provider are refused.
    expect(taken()).toHaveLength(1)
    expect(taken()[0]).not.toContain('MessagesTaken')
  })

  test('a request with another token is refused, and not counted', async () => {
    const before = received()
    const url = `${service.ready.ingressUrl}?canary=${'0'.repeat(64)}`
    const response = await fetch(url, { method: 'POST', body: '{}' })
    expect(response.status).toBe(403)
    expect(received()).toBe(before)
  })

  test('its schedule invokes it every five minutes', async () => {
    const { Schedules = [] } = await clientOf(Scheduler, service.cloud).listSchedules({ NamePrefix: '' })
    const own = Schedules.filter(({ Target }) => Target?.Arn === canary().arn)
    expect(own).toMatchObject([{ State: 'ENABLED' }])
    expect(canary().properties.Timeout).toBeLessThan(300)
  })
})

describe('the request log', () => {
  test('has each request with an API key, answered or rejected', async () => {
    const { agent } = service.ready
    const before = (await requests()).length
    const responses = [
      await api('GET', `/agents/${agent.id}/`),
      await api('GET', '/agents/none/?unknown=hidden'),
      await api('POST', '/agents/', '{'),
      await apiToRead('POST', '/agents/', { name: 'private' }),
      await api('GET', '/customers/447700900123/'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 403, 200])
    const found = await requests()
    expect(found).toHaveLength(before + responses.length)
    expect(found.slice(0, 5).toReversed()).toMatchObject([
      { operation: 'agents/get', method: 'GET', path: `/api/v1/agents/${agent.id}/`, status: 200, code: null },
      { path: '/api/v1/agents/none/', query: 'unknown', status: 400, code: 'validation_error' },
      { operation: 'agents/create', method: 'POST', path: '/api/v1/agents/', status: 400, code: 'invalid_json' },
      { operation: 'agents/create', status: 403, code: 'permission_denied' },
      { operation: 'customers/get', path: '/api/v1/customers/{customer}/', status: 200 },
    ])
    const ids = found.slice(0, 5).map(({ requestId }) => requestId)
    expect(ids.toReversed()).toEqual(responses.map(({ headers }) => headers.get('x-request-id')))
    expect(JSON.stringify(found)).not.toMatch(/hidden|private|447700900123/)
  })

  test('is filtered and paged', async () => {
    const [rejected] = await requests('status=403')
    expect(rejected).toMatchObject({ operation: 'agents/create' })
    const key = rejected?.apiKey.id ?? ''
    expect((await requests(`apiKeyId=${key}`)).map(({ apiKey }) => apiKey.id)).toEqual([key])
    expect((await requests('status=4xx')).map(({ status }) => status)).toEqual([403, 400, 400])
    expect(await requests(`search=${rejected?.requestId}`)).toEqual([rejected])
    expect((await requests('search=/customers/')).map(({ operation }) => operation)).toEqual(['customers/get'])
    const { nextCursor } = await list('limit=1&status=4xx')
    expect((await requests(`limit=1&status=4xx&cursor=${nextCursor}`)).map(({ status }) => status)).toEqual([400])
    expect(await demo.call('GET', '/v1/api-requests/?status=all')).toMatchObject({ status: 400 })
  })

  test('leads to the message with which a request started a conversation', async () => {
    const [from] = service.ready.numbers
    const body = { toNumber: freshCustomer(), fromNumber: from?.number, message: template() }
    const conversationId = idOf(await api('POST', '/conversations/', body))
    const messages = pageOf(await api('GET', `/conversations/${conversationId}/messages/`)).results
    const [started] = await requests('search=/api/v1/conversations/&status=201')
    expect(started).toMatchObject({
      operation: 'conversations/create',
      message: { id: messages[0]?.id, conversationId },
    })
  })

  test('has no requests of the dashboard, and none of another organisation', async () => {
    const before = (await requests()).length
    expect(await demo.call('GET', '/v1/agents/')).toMatchObject({ status: 200 })
    expect(await requests()).toHaveLength(before)
    expect(await list('', other)).toEqual({ results: [], nextCursor: null, isEnabled: true })
  })

  test('that cannot be written does not change the response', async () => {
    const before = (await requests()).length
    const { cloud } = service
    const { physicalId } = cloud.resource('MeGetFunction', 'AWS::Lambda::Function')
    const fault = cloud.faults.plan({
      ...{ function: physicalId, action: 'PutItem', nth: 1, times: Number.POSITIVE_INFINITY, kind: 'fail-before' },
    })
    expect(await api('GET', '/me/')).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(lines.join()).toContain('"event":"api_request.not_recorded"'), { timeout: 30_000 })
    fault.cancel()
    expect(await requests()).toHaveLength(before)
  })
})

describeInBrowser('the page of the API requests', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(await takeBrowser(), service.ready.dashboardUrl)
    await visitor.page.goto('/')
    await signIn(visitor.page, service.ready)
    return () => visitor[Symbol.asyncDispose]()
  })

  test('filters requests, and shows one with a link to its operation in the API reference', async () => {
    const { page } = visitor
    await openInApp(page, '/api-requests')
    const rows = page.getByRole('table', { name: 'API requests' }).getByRole('row')
    await rows.filter({ hasText: '/customers/{customer}/' }).waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.screenshot({ path: '.build/test/api-requests.png', fullPage: true })
    await page.getByLabel('Status').selectOption('Client error (4xx)')
    await rows.filter({ hasText: '/customers/{customer}/' }).waitFor({ state: 'hidden' })
    await rows.filter({ hasText: 'permission_denied' }).getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'API request' })
    await dialog.getByRole('button', { name: 'Copy request ID' }).waitFor()
    expect(await inspectPage(page)).toEqual([])
    await page.screenshot({ path: '.build/test/api-request.png', fullPage: true })
    const reference = await dialog.getByRole('link', { name: 'agents/create' }).getAttribute('href')
    expect(reference).toBe(`${service.ready.baseUrl}/docs#agents-create`)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('is opened from an API key', async () => {
    const { page } = visitor
    await openInApp(page, '/api-keys')
    const keys = page.getByRole('table', { name: 'API keys' }).getByRole('row')
    await page.getByRole('link', { name: 'API reference' }).waitFor()
    await page.screenshot({ path: '.build/test/api-keys.png', fullPage: true })
    await keys
      .filter({ hasText: 'Read-only' })
      .getByRole('link', { name: /^Requests of/ })
      .click()
    const rows = page.getByRole('table', { name: 'API requests' }).getByRole('row')
    await rows.filter({ hasText: 'permission_denied' }).waitFor()
    expect(await rows.count()).toBe(2)
    await openInApp(page, '/webhooks')
    const reference = page.getByRole('main').getByRole('link', { name: 'API reference' })
    expect(await reference.getAttribute('href')).toBe(`${service.ready.baseUrl}/docs#webhooks`)
  })
})
