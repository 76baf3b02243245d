// @module-tag full
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { organizationOf } from './people.ts'
import { demo, other, service, signInBeforeAll } from './signed-in.ts'

signInBeforeAll()

describe('a user', () => {
  test('can use the API through the dashboard, in their own organisation', async () => {
    const created = await demo.call('POST', '/v1/agents/', { name: 'Made in the dashboard' })
    expect(created).toMatchObject({ status: 201 })
    const { id } = v.parse(v.looseObject({ id: v.string() }), created.body)
    expect(await demo.call('GET', `/v1/agents/${id}/`)).toMatchObject({ status: 200 })
    expect(await other.call('GET', `/v1/agents/${id}/`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await other.call('DELETE', `/v1/agents/${id}/`)).toMatchObject({ status: 404 })
    expect(await demo.call('DELETE', `/v1/agents/${id}/`)).toMatchObject({ status: 204 })
  })

  test('gets a 404 for another organisation', async () => {
    const organization = await organizationOf(demo)
    // The function remembers the default organisation of the user.
    for (const path of ['/v1/me/', '/v1/agents/']) expect(await other.call('GET', path)).toMatchObject({ status: 200 })
    for (const id of [organization.id, 'nothing', ''])
      for (const path of ['/v1/me/', '/v1/agents/'])
        expect(await other.call('GET', path, undefined, { 'X-Organization-Id': id })).toMatchObject({ status: 404 })
    const headers = { 'X-Organization-Id': organization.id }
    expect(await demo.call('GET', '/v1/me/', undefined, headers)).toMatchObject({ status: 200 })
  })

  test('needs operator access for the operations API', async () => {
    expect(await demo.call('GET', '/v1/operations/queues/')).toMatchObject({ status: 200 })
    expect(await other.call('GET', '/v1/operations/queues/')).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('operators'), code: 'permission_denied' },
    })
  })

  test('cannot use the proxy', async () => {
    const path = `/v1/msg-accounts/${service.ready.account.id}/proxy/${service.ready.account.waId}`
    expect(await demo.call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('the address of the dashboard', () => {
  const get = (path: string) => fetch(`${service.ready.dashboardUrl}${path}`)

  test('serves the app for every path, with a policy that allows its own files and inline code only', async () => {
    const [root, deep] = await Promise.all([get('/'), get('/webhooks/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11')])
    expect(await deep.text()).toBe(await root.text())
    for (const { status, headers } of [root, deep]) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(/^text\/html/)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-[^' ]+'; style-src 'self' 'sha256-[^' ]+';/,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('caches hashed files permanently', async () => {
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(await (await get('/')).text()) ?? []
    expect(script).toMatch(/^\/assets\//)
    const { status, headers } = await get(script)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(headers.get('content-type')).toMatch(/javascript/)
  })

  test('serves the public paths outside /api/ with their own headers', async () => {
    const [document, reference, page] = await Promise.all([get('/openapi.json'), get('/docs/'), get('/link/return/')])
    expect(await document.json()).toMatchObject({ openapi: expect.any(String) })
    expect(await reference.text()).toContain('<h1')
    expect(reference.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page.headers.get('content-security-policy')).toMatch(/; script-src 'sha256-[^;]+; connect-src 'self';/)
    for (const { status, headers } of [document, reference, page]) {
      expect(status).toBe(200)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('strict-transport-security')).toContain('max-age=')
    }
    const media = await get('/media/unknown')
    expect([media.status, await media.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
    const trigger = await fetch(`${service.ready.dashboardUrl}/triggers/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/`, {
      method: 'POST',
      headers: { 'x-trigger-secret': 'a secret that is wrong', 'content-type': 'application/json' },
      body: JSON.stringify({ toNumber: '447700900200' }),
    })
    expect([trigger.status, await trigger.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'authentication_failed' }),
    ])
  })

  test('returns errors of the APIs unchanged', async () => {
    const unknown = await demo.call('GET', '/v1/nothing/')
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const { status, headers } = await get('/api/v1/agents/')
    expect([status, headers.get('content-type')]).toEqual([401, 'application/json'])
  })
})
