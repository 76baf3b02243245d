import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import * as mfa from '@messaging/contract/dashboard/mfa.ts'
import { synthesize } from '@messaging/infra/synth.ts'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runOps } from '../operations/run-ops.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { PASSWORD, peopleOf } from './people.ts'
import { callDashboard, cookieOf, type DashboardSession, signInToDashboard } from './session.ts'

const WAIT = { timeout: 90_000, interval: 250 }
const OPERATIONS = [
  ['GET', '/v1/operations/queues/', undefined],
  ['GET', '/v1/operations/queues/deliveries/messages/', undefined],
  ['POST', '/v1/operations/queues/deliveries/redrive/', {}],
  ['POST', '/v1/operations/queues/deliveries/purge/', { count: 1 }],
  ['GET', '/v1/operations/alarms/', undefined],
  ['GET', '/v1/operations/queue-history/', undefined],
  ['POST', '/v1/operations/reconcile/', {}],
  ['GET', '/v1/operations/checks/table/', undefined],
] as const
const Challenge = v.object({ challenge: v.literal('mfa'), session: v.string() })
const Token = v.object({ idToken: v.string(), expiresIn: v.number() })

let dataDir: string
let service: Service
let people: ReturnType<typeof peopleOf>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'messaging-mfa-'))
  const assembly = await synthesize({
    outdir: join(dataDir, 'cdk.out'),
    context: { stage: 'local', allowPrivateDestinations: 'true', selfSignUp: 'true' },
  })
  service = await startTestService({ DATA_DIR: dataDir, assembly })
  people = peopleOf(service)
})
afterAll(async () => {
  await service?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Deletes a user and their lookup items from the table. */
async function deleteUserItems(email: string, id: string): Promise<void> {
  const dynamodb = clientOf(DynamoDB, service.cloud)
  const TableName = outputOf(service.cloud, 'TableName')
  const ExpressionAttributeNames = { '#entity': '_e' }
  const { Items = [] } = await dynamodb.scan({
    TableName,
    FilterExpression: 'begins_with(#entity, :user)',
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ':user': { S: 'user' } },
  })
  const known = Items.filter((item) => [email, id].some((text) => JSON.stringify(item).includes(text)))
  expect(known.length).toBeGreaterThan(2)
  for (const { pk, sk } of known) if (pk && sk) await dynamodb.deleteItem({ TableName, Key: { pk, sk } })
}

const withCookie = (method: string, path: string, cookie: string, body?: unknown) =>
  callDashboard(service.ready.dashboardUrl, method, `/session/mfa/${path}`, body, { cookie })

const isOn = async (cookie: string) => (await withCookie('GET', '', cookie)).body

/** Turns on two-factor authentication for a session, which ends the session. */
async function turnOn({ cookie }: DashboardSession) {
  const begun = await withCookie('POST', 'begin/', cookie, {})
  const { secret, uri } = v.parse(mfa.beginMfa.response, begun.body)
  const app = authenticatorApp(secret)
  expect(await withCookie('POST', 'enable/', cookie, { code: '000000' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'code' }] },
  })
  const enabled = await withCookie('POST', 'enable/', cookie, { code: await app.code() })
  expect(enabled).toMatchObject({ status: 204 })
  expect(cookieOf(enabled)).toBe('session=')
  return { app, uri, secret }
}

/** Signs in with the password and a code. */
async function signInWithCode(email: string, password: string, app: ReturnType<typeof authenticatorApp>) {
  const first = await people.session('sign-in', { email, password })
  expect(first.headers.getSetCookie()).toEqual([])
  const { session } = v.parse(Challenge, first.body)
  const answered = await people.session('mfa/answer', { email, session, code: await app.code() })
  const { idToken } = v.parse(Token, answered.body)
  const authorization = { Authorization: `Bearer ${idToken}` }
  return {
    idToken,
    cookie: cookieOf(answered),
    call: (method: string, path: string, body?: unknown) =>
      callDashboard(service.ready.dashboardUrl, method, path, body, authorization),
  }
}

describe('two-factor authentication', () => {
  test('is turned on with a code, required at every sign-in, and turned off with password and code', async () => {
    const email = 'anna@example.com'
    await people.signUp(email)
    const before = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await isOn(before.cookie)).toEqual({ enabled: false })
    const { app, uri, secret } = await turnOn(before)
    expect(uri).toBe(`otpauth://totp/Agent%20Messaging:anna%40example.com?secret=${secret}&issuer=Agent%20Messaging`)
    expect(await people.session('refresh', {}, { cookie: before.cookie })).toMatchObject({ status: 401 })

    const { cookie, call } = await signInWithCode(email, PASSWORD, app)
    expect(await call('GET', '/v1/me/')).toMatchObject({ status: 200, body: { operatorAccess: 'none' } })
    expect(await isOn(cookie)).toEqual({ enabled: true })
    expect(await withCookie('POST', 'begin/', cookie, {})).toMatchObject({ status: 409, body: { code: 'conflict' } })

    const off = async (password: string, code: string) => withCookie('POST', 'disable/', cookie, { password, code })
    expect(await off('wrong', '000000')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'password' }] },
    })
    expect(await off(PASSWORD, '000000')).toMatchObject({ status: 400, body: { details: [{ path: 'code' }] } })
    expect(await isOn(cookie)).toEqual({ enabled: true })
    expect(await off(PASSWORD, await app.code())).toMatchObject({ status: 204 })
    expect(await isOn(cookie)).toEqual({ enabled: false })
    await signInToDashboard(service, { email, password: PASSWORD })
  })

  test('rejects a wrong code and a reused code', async () => {
    const email = 'ben@example.com'
    await people.signUp(email)
    const { app } = await turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
    const { session } = v.parse(Challenge, (await people.session('sign-in', { email, password: PASSWORD })).body)
    const answer = (code: string) => people.session('mfa/answer', { email, session, code })
    const rejected = { status: 400, body: { code: 'validation_error', details: [{ path: 'code' }] } }
    expect(await answer('000000')).toMatchObject(rejected)
    const code = await app.code()
    expect(await answer(code)).toMatchObject({ status: 200 })
    expect(await answer(code)).toMatchObject({ status: 401 })
    const again = v.parse(Challenge, (await people.session('sign-in', { email, password: PASSWORD })).body)
    expect(await people.session('mfa/answer', { email, session: again.session, code })).toMatchObject(rejected)
  })

  test('is reset by an operator for a user who lost their app', async () => {
    const email = 'carl@example.com'
    await people.signUp(email)
    const { app } = await turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
    const { cookie } = await signInWithCode(email, PASSWORD, app)
    await runOps(service, ['users', 'reset-mfa', '--email', email, '--yes'])
    expect(await people.session('refresh', {}, { cookie })).toMatchObject({ status: 401 })
    await signInToDashboard(service, { email, password: PASSWORD })
  })

  test('restores a user who is missing in a restored table, and ends earlier sessions', async () => {
    const email = 'dora@example.com'
    await people.signUp(email)
    const { app } = await turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
    const { cookie, call } = await signInWithCode(email, PASSWORD, app)
    const Me = v.looseObject({ user: v.looseObject({ id: v.string() }) })
    const { user } = v.parse(Me, (await call('GET', '/v1/me/')).body)
    await deleteUserItems(email, user.id)
    expect(await people.session('refresh', {}, { cookie })).toMatchObject({ status: 401 })
    const again = await signInWithCode(email, PASSWORD, app)
    expect(v.parse(Me, (await again.call('GET', '/v1/me/')).body).user.id).toBe(user.id)
  })

  test('requires a session', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', 'begin/', {}],
      ['POST', 'enable/', { code: '000000' }],
      ['POST', 'disable/', { password: PASSWORD, code: '000000' }],
    ] as const)
      for (const cookie of ['', 'session=nothing'])
        expect(await withCookie(method, path, cookie, body)).toMatchObject({ status: 401 })
  })
})

describe('an operator', () => {
  test('who signed in with a password only is rejected with the reason', async () => {
    const { call } = await signInToDashboard(service)
    expect(await call('GET', '/v1/me/')).toMatchObject({
      body: { operatorAccess: 'mfa_required', groups: ['operators'] },
    })
    for (const [method, path, body] of OPERATIONS)
      expect(await call(method, path, body)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('two-factor'), code: 'permission_denied' },
      })
    expect(await call('GET', '/v1/agents/')).toMatchObject({ status: 200 })
  })

  test('who signed in with a code has access, also after a token refresh, but not in earlier sessions', async () => {
    const { email, password } = service.ready
    const before = await signInToDashboard(service)
    const { app } = await turnOn(before)
    const { call, cookie } = await signInWithCode(email, password, app)
    for (const [method, path, body] of OPERATIONS)
      expect([path, (await call(method, path, body)).status]).toEqual([path, 200])
    expect(await call('GET', '/v1/me/')).toMatchObject({ body: { operatorAccess: 'granted' } })
    const { idToken } = v.parse(Token, (await people.session('refresh', {}, { cookie })).body)
    const next = { Authorization: `Bearer ${idToken}` }
    const path = '/v1/operations/queues/'
    expect(await callDashboard(service.ready.dashboardUrl, 'GET', path, undefined, next)).toMatchObject({ status: 200 })
    await vi.waitFor(async () => expect((await before.call('GET', path)).status).toBeOneOf([401, 403]), WAIT)
  })
})
