// @module-tag full
import { createHash } from 'node:crypto'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { confirm, decideAtProvider, signUp, startLink } from '../dashboard/sign-up.ts'
import { callApi, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const api = (method: string, path: string, body?: unknown, apiKey = service.ready.apiKey) =>
  callApi(service.ready.baseUrl, apiKey, method, path, body)
const PATH = '/msg-link-sessions/'
const SUCCESS_URL = 'http://127.0.0.1/connected?to=us'
const RETURN_URL = 'http://127.0.0.1/back'

async function accounts() {
  const { body } = await api('GET', '/msg-accounts/')
  return v.parse(
    v.array(v.object({ id: v.string(), waId: v.string(), name: v.string(), phoneNumbers: v.string() })),
    body,
  )
}

test('POST /msg-link-sessions/ returns a PENDING session; GET returns it again, newest first', async () => {
  const created = await api('POST', PATH, { successUrl: SUCCESS_URL, returnUrl: RETURN_URL, status: 'SUCCESS' })
  expect(created).toMatchObject({ status: 201 })
  expect(JSON.stringify(created.body)).toMatch(
    /^{"id":"[\da-f-]{36}","successUrl":"[^"]+","returnUrl":"[^"]+","status":"PENDING","linkUrl":"http[^"]+\/link\/[\w-]{43}\/"}$/,
  )
  const newer = await startLink(service)
  expect((await api('GET', `${PATH}${idOf(created)}/`)).body).toEqual(created.body)
  expect((await api('GET', `${PATH}?limit=1`)).body).toMatchObject([{ id: newer.id }])
  expect((await api('GET', `${PATH}?offset=1&limit=1`)).body).toEqual([created.body])
  const all = await api('GET', PATH)
  expect(all.body).toMatchObject([{ id: newer.id }, { id: idOf(created) }])
})

test('URLs must be absolute HTTP URLs', async () => {
  for (const [successUrl, returnUrl, path] of [
    ['javascript:alert(1)', RETURN_URL, 'successUrl'],
    [SUCCESS_URL, '/relative', 'returnUrl'],
    [SUCCESS_URL, 'https://', 'returnUrl'],
    [SUCCESS_URL, `https://a.example/${'x'.repeat(2048)}`, 'returnUrl'],
    [undefined, RETURN_URL, 'successUrl'],
  ]) {
    const response = await api('POST', PATH, { successUrl, returnUrl })
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_error', details: [{ path }] } })
  }
})

test('another organisation cannot find a session, and a read key cannot create one', async () => {
  const { id } = await startLink(service)
  const { otherOrganization, readApiKey } = service.ready
  expect(await api('GET', `${PATH}${id}/`, undefined, otherOrganization.apiKey)).toMatchObject({ status: 404 })
  expect((await api('GET', PATH, undefined, otherOrganization.apiKey)).body).toEqual([])
  expect(await api('GET', `${PATH}no-uuid/`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await api('GET', `${PATH}${id}/`, undefined, readApiKey)).toMatchObject({ status: 200 })
  const urls = { successUrl: SUCCESS_URL, returnUrl: RETURN_URL }
  expect(await api('POST', PATH, urls, readApiKey)).toMatchObject({ status: 403 })
})

test('a read key cannot see the link, which can complete a session', async () => {
  const { id } = await startLink(service)
  const { readApiKey } = service.ready
  const session = { id, successUrl: SUCCESS_URL, returnUrl: RETURN_URL, status: 'PENDING', linkUrl: '' }
  expect((await api('GET', `${PATH}${id}/`, undefined, readApiKey)).body).toEqual(session)
  const listed = await api('GET', `${PATH}?limit=1`, undefined, readApiKey)
  expect(listed.body).toEqual([session])
})

test('the same Idempotency-Key returns the same session', async () => {
  const create = () =>
    fetch(`${service.ready.baseUrl}/api/v1${PATH}`, {
      method: 'POST',
      headers: {
        'X-API-Key': service.ready.apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'link-1',
      },
      body: JSON.stringify({ successUrl: SUCCESS_URL, returnUrl: RETURN_URL }),
    }).then((response) => response.json())
  expect(await create()).toEqual(await create())
})

test('the pages run only the scripts in their policy, and cannot be framed', async () => {
  const { linkUrl } = await startLink(service)
  const returnUrl = `${service.ready.baseUrl}/link/return/`
  for (const [url, status] of [
    [linkUrl, 200],
    [linkUrl.replace(/\/$/, ''), 200],
    [returnUrl, 200],
    [linkUrl.replace(/\w\/$/, '~/'), 404],
  ] as const) {
    const response = await fetch(url)
    expect([url, response.status]).toEqual([url, status])
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'none'$/)
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const markup = await response.text()
    const inline = [...markup.matchAll(/<(style|script)[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , text]) => text ?? '')
    expect(inline.length).toBe(url === returnUrl ? 2 : 1)
    for (const text of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(markup).not.toMatch(/ on\w+=| style=/)
  }
})

test('a signup connects the account and registers its number; the session stays SUCCESS', async () => {
  const { id, linkUrl } = await startLink(service)
  const back = await decideAtProvider(service, linkUrl, {
    decision: 'finish',
    business: 'The Corner Shop',
    number: '+44 7700 900333',
  })
  expect(`${back.origin}${back.pathname}`).toBe(`${service.ready.baseUrl}/link/return/`)
  expect(linkUrl).toContain(back.searchParams.get('state'))
  const code = back.searchParams.get('code')
  const success = { status: 200, body: { status: 'SUCCESS', redirectUrl: SUCCESS_URL } }
  expect(await confirm(linkUrl, { code })).toMatchObject(success)
  expect(await api('GET', `${PATH}${id}/`)).toMatchObject({ body: { status: 'SUCCESS' } })
  const connected = (await accounts()).filter(({ name }) => name === 'The Corner Shop')
  expect(connected).toMatchObject([{ phoneNumbers: '447700900333' }])
  expect(await api('GET', '/phone-numbers/447700900333/')).toMatchObject({
    status: 200,
    body: { number: '447700900333', account: { name: 'The Corner Shop' } },
  })
  const [{ id: accountId, waId } = { id: '', waId: '' }] = connected
  const demo = await signInToDashboard(service)
  const own = await demo.call('POST', `/v1${PATH}`, { successUrl: SUCCESS_URL, returnUrl: RETURN_URL })
  const listed = await demo.call('GET', '/v1/link-sessions/')
  expect(listed.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id,
        status: 'SUCCESS',
        accountIds: [accountId],
        createdBy: { userId: null, apiKey: expect.stringMatching(/./) },
      }),
      expect.objectContaining({
        id: idOf(own),
        linkUrl: expect.stringContaining('/link/'),
        accountIds: [],
        createdBy: { userId: expect.stringMatching(/-/), apiKey: null },
      }),
    ]),
  )
  const proxied = await api('GET', `/msg-accounts/${accountId}/proxy/${waId}/phone_numbers/`)
  expect(proxied).toMatchObject({ status: 200, body: { data: [{ platform_type: 'CLOUD_API', status: 'CONNECTED' }] } })
  const sent = await service.provider.sendAsCustomer({ from: '447700900201', to: '447700900333', text: 'Hi' })
  expect(sent).toMatchObject({ status: 200 })

  for (const body of [{ code }, { code: 'another' }, { cancelled: true }])
    expect(await confirm(linkUrl, body)).toMatchObject(success)
  expect(await (await fetch(linkUrl)).text()).toContain(`href="${SUCCESS_URL}"`)
})

test('concurrent confirmations have one effect', async () => {
  const { linkUrl } = await startLink(service)
  const choice = { decision: 'finish', business: 'Twice', number: '447700900334' } as const
  const code = (await decideAtProvider(service, linkUrl, choice)).searchParams.get('code')
  const responses = await Promise.all(Array.from({ length: 4 }, () => confirm(linkUrl, { code })))
  expect(responses.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
  expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await confirm(linkUrl, { code })).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  expect((await accounts()).filter(({ name }) => name === 'Twice')).toHaveLength(1)
})

test('a confirmation whose writes lose their responses still has its effect', async () => {
  const { linkUrl } = await startLink(service)
  const choice = { decision: 'finish', business: 'Lost responses', number: '' } as const
  const code = (await decideAtProvider(service, linkUrl, choice)).searchParams.get('code')
  const claiming = {
    service: 'dynamodb',
    action: 'UpdateItem',
    where: ({ request }: { readonly request: string }) => request.includes('claimedBy'),
  }
  // The claim, its repeat, then the end of the session.
  const plans = [1, 3].map((nth) => service.cloud.faults.plan({ ...claiming, nth, kind: 'fail-after' }))
  expect(await confirm(linkUrl, { code })).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  expect(plans.map(({ fired }) => fired.length)).toEqual([1, 1])
})

test('a cancelled session stays FAILED and redirects to the return URL', async () => {
  const { id, linkUrl } = await startLink(service)
  const back = await decideAtProvider(service, linkUrl, { decision: 'cancel' })
  expect(back.searchParams.get('error')).toBe('access_denied')
  const failed = { status: 200, body: { status: 'FAILED', redirectUrl: RETURN_URL } }
  expect(await confirm(linkUrl, { cancelled: true })).toMatchObject(failed)
  expect(await confirm(linkUrl, { code: 'late' })).toMatchObject(failed)
  expect(await api('GET', `${PATH}${id}/`)).toMatchObject({ body: { status: 'FAILED' } })
})

test('a code that the provider rejects leaves the session open', async () => {
  const { linkUrl } = await startLink(service)
  const refused = await confirm(linkUrl, { code: 'made-up' })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'code' }] } })
  expect(await confirm(linkUrl, {})).toMatchObject({ status: 400, body: { details: [{ path: 'code' }] } })
  const choice = { decision: 'finish', business: 'Second try', number: '' } as const
  const code = (await decideAtProvider(service, linkUrl, choice)).searchParams.get('code')
  expect(await confirm(linkUrl, { code })).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  expect(await accounts()).toContainEqual(expect.objectContaining({ name: 'Second try', phoneNumbers: '' }))
})

test('after a provider failure, the same code continues where it stopped', async () => {
  const { linkUrl } = await startLink(service)
  const choice = { decision: 'finish', business: 'Resumed', number: '447700900335' } as const
  const code = (await decideAtProvider(service, linkUrl, choice)).searchParams.get('code')
  service.provider.failNext({ code: 131000 })
  expect(await confirm(linkUrl, { code })).toMatchObject({ status: 502, body: { code: 'upstream_error' } })
  expect(await confirm(linkUrl, { code })).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  expect(await accounts()).toContainEqual(expect.objectContaining({ name: 'Resumed', phoneNumbers: '447700900335' }))
})

test('an account with a number of another organisation is not connected', async () => {
  await signUp(service, 'Taken', '447700900336')
  const other = await startLink(service, service.ready.otherOrganization.apiKey)
  const choice = { decision: 'finish', number: '447700900336' } as const
  const code = (await decideAtProvider(service, other.linkUrl, choice)).searchParams.get('code')
  const failed = { status: 200, body: { status: 'FAILED', redirectUrl: RETURN_URL } }
  expect(await confirm(other.linkUrl, { code })).toMatchObject(failed)
  expect((await api('GET', '/msg-accounts/', undefined, service.ready.otherOrganization.apiKey)).body).toEqual([])
})

test('an invalid token confirms nothing', async () => {
  const { linkUrl } = await startLink(service)
  const forged = linkUrl.replace(/\w\/$/, '~/')
  expect(await confirm(forged, { cancelled: true })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
