import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { forgedTokens, signedByPool } from '../api/forged-tokens.ts'
import { runOps } from '../operations/run-ops.ts'
import { callApi } from '../support/service.ts'
import { organizationOf, PASSWORD } from './people.ts'
import { callDashboard, cookieOf, signInToDashboard } from './session.ts'
import { demo, other, people, service, signInBeforeAll } from './signed-in.ts'

/** Membership is cached for 15 seconds. */
const WAIT = { timeout: 90_000, interval: 200 }
const UNAUTHENTICATED = { error: expect.stringContaining('Sign in'), code: 'authentication_failed' }

signInBeforeAll()

describe('a session', () => {
  test('starts with a sign-up, continues with its cookie, and ends with a sign-out', async () => {
    const email = 'alex@example.com'
    expect(await people.session('sign-up', { email: 'Alex@Example.com' })).toMatchObject({ status: 204 })
    const early = await people.session('sign-in', { email, password: people.mailed(email) })
    expect(early).toMatchObject({ status: 200, body: { challenge: 'new_password' } })
    expect(early.headers.getSetCookie()).toEqual([])
    expect(await people.choosePassword(email)).toMatchObject({ status: 200 })

    const { cookie, call, idToken: firstToken } = await signInToDashboard(service, { email, password: PASSWORD })
    const me = await call('GET', '/v1/me/')
    const own = { id: expect.any(String), name: email, isPersonal: true }
    expect(me).toMatchObject({
      status: 200,
      body: {
        user: { email },
        organization: own,
        organizations: [own],
        groups: [],
        apiBaseUrl: service.ready.baseUrl,
      },
    })
    const numbers = await call('GET', '/v1/phone-numbers/')
    expect(numbers).toMatchObject({ status: 200, body: { count: 1, results: [{ isSandbox: true }] } })

    const refreshed = await people.session('refresh', {}, { cookie })
    const { idToken } = v.parse(v.object({ idToken: v.string(), expiresIn: v.literal(3600) }), refreshed.body)
    expect((await people.withToken(idToken)).body).toEqual(me.body)

    const out = await people.session('sign-out', {}, { cookie })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()).toEqual([
      'session=; Max-Age=0; Path=/dashboard-api/session; HttpOnly; SameSite=Strict',
    ])
    const ended = await people.session('refresh', {}, { cookie })
    expect(ended).toMatchObject({ status: 401, body: { code: 'authentication_failed' } })
    expect(ended.headers.getSetCookie()).toEqual(out.headers.getSetCookie())
    expect(await people.session('sign-out', {}, { cookie })).toMatchObject({ status: 204 })
    // Tokens of the session that have not expired are rejected, too: the first one, and the one of the refresh.
    for (const token of [firstToken, idToken])
      await vi.waitFor(async () => expect(await people.withToken(token)).toMatchObject({ status: 401 }), WAIT)
    const again = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await again.call('GET', '/v1/me/')).toMatchObject({ status: 200 })
  })

  test('is stored in an HttpOnly, SameSite=Strict cookie', async () => {
    const { headers } = await people.session('sign-in', service.otherUser)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^session=[\w.-]{100,}; Max-Age=2592000; Path=\/dashboard-api\/session; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })

  test('is not refreshed without its cookie or by a form of another site', async () => {
    expect(await people.session('refresh', {})).toMatchObject({ status: 401, body: { code: 'authentication_failed' } })
    const form = await fetch(`${service.ready.dashboardUrl}/dashboard-api/session/refresh/`, {
      method: 'POST',
      headers: { cookie: demo.cookie, 'Content-Type': 'text/plain' },
      body: '{}',
    })
    expect(form.status).toBe(415)
  })

  test('starts with a new password after a password reset', { tags: 'full' }, async () => {
    const email = 'forgetful@example.com'
    await people.signUp(email)
    expect(await people.session('forgot-password', { email })).toMatchObject({ status: 204 })
    const code = people.mailed(email)
    const password = 'an entirely new one'
    const weak = await people.session('reset-password', { email, code, password: 'short' })
    expect(weak).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
    expect(await people.session('reset-password', { email, code, password })).toMatchObject({ status: 204 })
    expect(await people.session('reset-password', { email, code, password })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'code' }] },
    })
    expect(await people.session('sign-in', { email, password: PASSWORD })).toMatchObject({ status: 401 })
    await signInToDashboard(service, { email, password })
  })

  test('ends on all devices after a password reset', { tags: 'full' }, async () => {
    const email = 'reset@example.com'
    await people.signUp(email)
    const { cookie, call, idToken } = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await call('GET', '/v1/me/')).toMatchObject({ status: 200 })
    const { auth_time: signedInAt } = v.parse(
      v.looseObject({ auth_time: v.number() }),
      JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()),
    )
    // Sign-in times have a resolution of one second.
    await vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(signedInAt), WAIT)
    await people.session('forgot-password', { email })
    const reset = { email, code: people.mailed(email), password: 'an entirely new one' }
    expect(await people.session('reset-password', reset)).toMatchObject({ status: 204 })
    expect(await people.session('refresh', {}, { cookie })).toMatchObject({ status: 401 })
    await vi.waitFor(async () => expect(await call('GET', '/v1/me/')).toMatchObject({ status: 401 }), WAIT)
    const again = await signInToDashboard(service, reset)
    expect(await again.call('GET', '/v1/me/')).toMatchObject({ status: 200 })
  })

  test('does not reveal whether an address has an account', { tags: 'full' }, async () => {
    const [known, unknown] = [service.ready.email, 'nobody@example.com']
    for (const [operation, body] of [
      ['sign-in', { password: 'wrong' }],
      ['forgot-password', {}],
      ['reset-password', { code: 'wrong', password: PASSWORD }],
      ['sign-up', {}],
    ] as const) {
      const real = await people.session(operation, { email: known, ...body })
      const imagined = await people.session(operation, { email: unknown, ...body })
      expect([operation, imagined.status, imagined.body]).toEqual([operation, real.status, real.body])
    }
    await signInToDashboard(service)
  })

  test('requires access to the mailbox, and ignores passwords of earlier sign-ups', { tags: 'full' }, async () => {
    const email = 'stranger@example.com'
    const chosen = 'chosen by another user'
    expect(await people.session('sign-up', { email, password: chosen })).toMatchObject({ status: 204 })
    expect(await people.session('sign-in', { email, password: chosen })).toMatchObject({ status: 401 })
    await people.signUp(email)
    expect(await people.session('sign-in', { email, password: chosen })).toMatchObject({ status: 401 })
    await signInToDashboard(service, { email, password: PASSWORD })
  })

  test('cannot be created by a direct sign-up at the user pool', { tags: 'full' }, async () => {
    await expect(people.signUpAtPool('direct@example.com')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('limits repeated sign-ups to one mail per minute', { tags: 'full' }, async () => {
    const email = 'eager@example.com'
    for (let time = 0; time < 3; time++)
      expect(await people.session('sign-up', { email })).toMatchObject({ status: 204 })
    expect(people.mailsTo(email)).toBe(1)
    await people.choosePassword(email)
  })

  test('tells the owner of an account who signs up again that it exists, and changes nothing', {
    tags: 'full',
  }, async () => {
    const email = 'returning@example.com'
    await people.signUp(email)
    expect(await people.session('sign-up', { email })).toMatchObject({ status: 204, body: undefined })
    const mail = service.cloud.mail.findLast(({ to }) => to === email)
    expect(mail?.body).toMatch(/already has one\. Sign in .* with your password, or set a new one with this code/)
    await signInToDashboard(service, { email, password: PASSWORD })
    const reset = { email, code: mail?.code, password: 'an entirely new one' }
    expect(await people.session('reset-password', reset)).toMatchObject({ status: 204 })
    await signInToDashboard(service, { email, password: reset.password })
    for (let time = 0; time < 12; time++)
      expect(await people.session('sign-up', { email })).toMatchObject({ status: 204 })
  })

  test('limits attempts to guess a code', { tags: 'full' }, async () => {
    const email = 'tried@example.com'
    await people.signUp(email)
    await people.session('forgot-password', { email })
    const tries = []
    for (let code = 0; code < 8; code++)
      tries.push(await people.session('reset-password', { email, code: `00000${code}`, password: PASSWORD }))
    const limited = tries.find(({ status }) => status === 429)
    expect(limited?.body).toEqual({ error: expect.any(String), retry_after: 60 })
    expect(limited?.headers.get('retry-after')).toBe('60')
  })
})

describe('a user added by an operator', { tags: 'full' }, () => {
  test('sets a password and is a member of the organisation', async () => {
    const organization = await organizationOf(demo)
    const email = 'colleague@example.com'
    const add = ['users', 'add', '--email', email, '--organization', organization.id, '--operator']
    const added = await runOps(service, add)
    const first = await people.session('sign-in', { email, password: people.mailed(email) })
    expect(first).toMatchObject({ status: 200, body: { challenge: 'new_password' } })
    const { session: challenge } = v.parse(v.looseObject({ session: v.string() }), first.body)
    const chosen = await people.session('new-password', { email, session: challenge, password: PASSWORD })
    expect(chosen.status).toBe(200)
    expect(cookieOf(chosen)).toMatch(/^session=./)
    const { call } = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await call('GET', '/v1/me/')).toMatchObject({
      body: { user: { email }, organization, groups: ['operators'] },
    })
    expect(people.mailsTo(email)).toBe(1)
    expect(await runOps(service, add)).toEqual(added)
    expect(people.mailsTo(email)).toBe(1)
  })

  test('selects one of several organisations with a header', async () => {
    const email = 'member@example.com'
    const [first, second] = [await organizationOf(demo), await organizationOf(other)]
    await people.session('sign-up', { email })
    for (const { id } of [first, second])
      await runOps(service, ['users', 'add', '--email', email, '--organization', id])
    expect(people.mailsTo(email)).toBe(1)
    await people.choosePassword(email)
    const { call } = await signInToDashboard(service, { email, password: PASSWORD })
    const me = (headers?: Readonly<Record<string, string>>) => call('GET', '/v1/me/', undefined, headers)
    expect(await me()).toMatchObject({
      body: { organization: first, organizations: [first, second, { name: email, isPersonal: true }], groups: [] },
    })
    expect(await me({ 'X-Organization-Id': second.id })).toMatchObject({ body: { organization: second } })
    const agents = await call('GET', '/v1/agents/', undefined, { 'X-Organization-Id': second.id })
    expect(agents).toMatchObject({ status: 200, body: { count: 0 } })
  })
})

test('rejects a sign-in with an unverified address', { tags: 'full' }, async () => {
  const email = 'unverified@example.com'
  await people.addUnverified(email)
  expect(await people.session('sign-in', { email, password: PASSWORD })).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('not verified'), code: 'permission_denied' },
  })
})

describe('an interrupted first sign-in', { tags: 'full' }, () => {
  test.each([
    ['the organisation', 'PutItem', 1],
    ['the sandbox number', 'TransactWriteItems', 1],
    ['the user', 'TransactWriteItems', 2],
  ])('is completed by the next sign-in after writing %s', async (what, action, nth) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`
    await people.session('sign-up', { email })
    const route = service.cloud.resource('DashboardSessionNewPasswordFunction', 'AWS::Lambda::Function')
    const fault = service.cloud.faults.plan({ function: route.physicalId, action, nth, kind: 'kill-after' })
    expect((await people.choosePassword(email)).status).toBeGreaterThanOrEqual(500)
    expect(fault.fired).toHaveLength(1)
    fault.cancel()
    const { call } = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await call('GET', '/v1/me/')).toMatchObject({ status: 200, body: { organizations: [{ name: email }] } })
    expect(await call('GET', '/v1/phone-numbers/')).toMatchObject({ body: { count: 1 } })
  })
})

describe('tokens', () => {
  test('that are forged or expired are a 401 in the format of the API', async () => {
    expect((await people.withToken(signedByPool(demo.idToken, service.dataDir))).status).toBe(200)
    for (const [what, token] of Object.entries(forgedTokens(demo.idToken, service.dataDir))) {
      const { status, body, headers } = await people.withToken(token)
      expect([what, status, body]).toEqual([what, 401, UNAUTHENTICATED])
      expect(headers.get('x-request-id')).toBeTruthy()
    }
  })

  test('for other purposes are a 401', async () => {
    const { IdToken, AccessToken, RefreshToken } = await people.tokens()
    expect(await people.withToken(IdToken ?? '')).toMatchObject({ status: 200 })
    for (const token of [AccessToken, RefreshToken])
      expect(await people.withToken(token ?? '')).toMatchObject({ status: 401, body: UNAUTHENTICATED })
  })

  test('are valid for the dashboard only, and API keys for the API only', async () => {
    const { baseUrl, dashboardUrl, apiKey, otherOrganization } = service.ready
    const key = { 'X-API-Key': apiKey }
    expect(await callDashboard(dashboardUrl, 'GET', '/v1/agents/', undefined, key)).toMatchObject({ status: 401 })
    for (const address of [baseUrl, dashboardUrl]) {
      const headers = { Authorization: `Bearer ${demo.idToken}` }
      expect((await fetch(`${address}/api/v1/agents/`, { headers })).status).toBe(401)
      expect(await callApi(address, apiKey, 'GET', '/agents/')).toMatchObject({ status: 200, body: { count: 1 } })
    }
    const both = await demo.call('GET', '/v1/me/', undefined, { 'X-API-Key': otherOrganization.apiKey })
    expect(both).toMatchObject({ status: 200, body: { organization: { name: 'Demo' } } })
  })
})
