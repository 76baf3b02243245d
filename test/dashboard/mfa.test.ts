// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOps } from '../operations/run-ops.ts'
import { startTestService } from '../support/service.ts'
import { deleteUserItems } from './delete-user-items.ts'
import { Challenge, mfaOf, signInActions } from './mfa.ts'
import { PASSWORD, peopleOf } from './people.ts'
import { signInToDashboard } from './session.ts'

let service: Service
let people: ReturnType<typeof peopleOf>
let mfa: ReturnType<typeof mfaOf>

beforeAll(async () => {
  service = await startTestService()
  people = peopleOf(service)
  mfa = mfaOf(service)
})
afterAll(() => service?.stop())

describe('two-factor authentication', () => {
  test('is turned on with a code, required at every sign-in, and turned off with password and code', async () => {
    const email = 'anna@example.com'
    await people.signUp(email)
    const before = await signInToDashboard(service, { email, password: PASSWORD })
    expect(await mfa.isOn(before.cookie)).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    const { app, uri, secret } = await mfa.turnOn(before)
    expect(uri).toBe(`otpauth://totp/Replywright:anna%40example.com?secret=${secret}&issuer=Replywright`)
    expect(await people.session('refresh', {}, { cookie: before.cookie })).toMatchObject({ status: 401 })

    const { cookie, call } = await mfa.signInWithCode(email, PASSWORD, app)
    expect(await call('GET', '/v1/me/')).toMatchObject({ status: 200, body: { operatorAccess: 'none' } })
    expect(await mfa.isOn(cookie)).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    expect(await mfa.withCookie('POST', 'begin/', cookie, {})).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })

    const off = async (password: string, code: string) => mfa.withCookie('POST', 'disable/', cookie, { password, code })
    expect(await off('wrong', '000000')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'password' }] },
    })
    expect(await off(PASSWORD, '000000')).toMatchObject({ status: 400, body: { details: [{ path: 'code' }] } })
    expect(await mfa.isOn(cookie)).toMatchObject({ enabled: true })
    expect(await off(PASSWORD, await app.code())).toMatchObject({ status: 204 })
    expect(await mfa.isOn(cookie)).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    await signInToDashboard(service, { email, password: PASSWORD })
  })

  test('rejects a wrong code and a reused code', async () => {
    const email = 'ben@example.com'
    await people.signUp(email)
    const { app } = await mfa.turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
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

  test('has entries in the audit log: sign-ins, incorrect codes and sign-outs', async () => {
    const email = 'erik@example.com'
    await people.signUp(email)
    const { app } = await mfa.turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
    const { session } = v.parse(Challenge, (await people.session('sign-in', { email, password: PASSWORD })).body)
    expect(await people.session('mfa/answer', { email, session, code: '000000' })).toMatchObject({ status: 400 })
    const { cookie } = await mfa.signInWithCode(email, PASSWORD, app)
    expect(await people.session('sign-out', {}, { cookie })).toMatchObject({ status: 204 })
    expect(await people.session('sign-in', { email, password: 'wrong' })).toMatchObject({ status: 401 })
    const log = await signInActions(await mfa.signInWithCode(email, PASSWORD, app))
    const latest = ['sign_in done', 'sign_out done', 'sign_in done', 'sign_in refused', 'enable_mfa done']
    expect(log).toEqual([...latest, 'sign_in done', 'sign_in done', 'set_password done'])
  })

  test('is reset by an operator for a user who lost their app', async () => {
    const email = 'carl@example.com'
    await people.signUp(email)
    const { app } = await mfa.turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
    const { cookie } = await mfa.signInWithCode(email, PASSWORD, app)
    await runOps(service, ['users', 'reset-mfa', '--email', email, '--yes'])
    expect(await people.session('refresh', {}, { cookie })).toMatchObject({ status: 401 })
    const log = await signInActions(await signInToDashboard(service, { email, password: PASSWORD }))
    expect(log.slice(0, 3)).toEqual(['sign_in done', 'disable_mfa done', 'sign_in done'])
  })

  test('restores a user who is missing in a restored table, and ends earlier sessions', async () => {
    const email = 'dora@example.com'
    await people.signUp(email)
    const { app } = await mfa.turnOn(await signInToDashboard(service, { email, password: PASSWORD }))
    const { cookie, call } = await mfa.signInWithCode(email, PASSWORD, app)
    const Me = v.looseObject({ user: v.looseObject({ id: v.string() }) })
    const { user } = v.parse(Me, (await call('GET', '/v1/me/')).body)
    await deleteUserItems(service, email, user.id)
    expect(await people.session('refresh', {}, { cookie })).toMatchObject({ status: 401 })
    const again = await mfa.signInWithCode(email, PASSWORD, app)
    expect(v.parse(Me, (await again.call('GET', '/v1/me/')).body).user.id).toBe(user.id)
  })

  test('requires a session', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', 'begin/', {}],
      ['POST', 'enable/', { password: PASSWORD, code: '000000' }],
      ['POST', 'disable/', { password: PASSWORD, code: '000000' }],
      ['POST', 'recovery-codes/', { password: PASSWORD, code: '000000' }],
    ] as const)
      for (const cookie of ['', 'session=nothing'])
        expect(await mfa.withCookie(method, path, cookie, body)).toMatchObject({ status: 401 })
  })
})
