// @module-tag isolated
// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardEndpoints as contract } from '@messaging/contract/dashboard/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { callers } from '../support/service.ts'
import { describeInBrowser } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { type OpenDashboard, openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

const lines: string[] = []
let outdir: string
let dashboard: OpenDashboard
let demo: DashboardSession
let other: DashboardSession

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'messaging-request-log-'))
  const assembly = await synthesizeLocal(outdir, { requestLog: 'true' })
  dashboard = await openDashboard('/', { assembly, log: ({ line }) => lines.push(line) })
  const { service } = dashboard
  ;[demo, other] = await Promise.all([signInToDashboard(service), signInToDashboard(service, service.otherUser)])
})
afterAll(async () => {
  await dashboard?.close()
  await rm(outdir, { recursive: true, force: true })
})

const { api, apiToRead } = callers(() => dashboard.service)
const list = async (query: string, { call } = demo) =>
  bodyOf(contract['api-requests/list'], await call('GET', `/v1/api-requests/?limit=100&${query}`))
const requests = async (query = '') => (await list(query)).results

describe('the request log', () => {
  test('has each request with an API key, answered or rejected', async () => {
    const { agent } = dashboard.service.ready
    const before = (await requests()).length
    const responses = [
      await api('GET', `/agents/${agent.id}/`),
      await api('GET', '/agents/none/?unknown=secret'),
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
    expect(JSON.stringify(found)).not.toMatch(/secret|private|447700900123/)
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

  test('has no requests of the dashboard, and none of another organisation', async () => {
    const before = (await requests()).length
    expect(await demo.call('GET', '/v1/agents/')).toMatchObject({ status: 200 })
    expect(await requests()).toHaveLength(before)
    expect(await list('', other)).toEqual({ results: [], nextCursor: null, isEnabled: true })
  })

  test('that cannot be written does not change the response', async () => {
    const before = (await requests()).length
    const { cloud } = dashboard.service
    const { physicalId } = cloud.resource('MeGetFunction', 'AWS::Lambda::Function')
    const fault = cloud.faults.plan({
      ...{ function: physicalId, action: 'PutItem', nth: 1, times: Number.POSITIVE_INFINITY, kind: 'fail-before' },
    })
    expect(await api('GET', '/me/')).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(lines.join()).toContain('"event":"api_request.not_recorded"'), { timeout: 10_000 })
    fault.cancel()
    expect(await requests()).toHaveLength(before)
  })
})

describeInBrowser('the page of the API requests', () => {
  test('filters requests, and shows one with a link to its operation in the API reference', async () => {
    const { page, service } = dashboard
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
    const { page, service } = dashboard
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
