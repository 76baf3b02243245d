// @module-tag full
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import * as contract from '@replywright/contract/dashboard/session.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'
import { deleteUserItems } from './delete-user-items.ts'
import { mfaOf, signInActions, Token } from './mfa.ts'
import { PASSWORD, peopleOf } from './people.ts'
import { cookieOf, signInToDashboard } from './session.ts'

let service: Service
let people: ReturnType<typeof peopleOf>
let mfa: ReturnType<typeof mfaOf>

beforeAll(async () => {
  service = await startTestService()
  people = peopleOf(service)
  mfa = mfaOf(service)
})
afterAll(() => service?.stop())

const rejected = { status: 400, body: { code: 'validation_error', details: [{ path: 'code' }] } }

async function userWithCodes(name: string) {
  const email = `${name}@example.com`
  await people.signUp(email)
  const before = await signInToDashboard(service, { email, password: PASSWORD })
  const { user } = v.parse(Me, (await before.call('GET', '/v1/me/')).body)
  const turnedOn = await mfa.turnOn(before)
  const recover = (code: string, password = PASSWORD) => people.session('mfa/recover', { email, password, code })
  return { email, id: user.id, recover, ...turnedOn }
}
const Me = v.looseObject({ user: v.looseObject({ id: v.string() }) })

/** Turns two-factor authentication on again behind the service's back, as if the request had not turned it off. */
const turnOnAtPool = (Username: string) =>
  clientOf(CognitoIdentityProvider, service.cloud).adminSetUserMFAPreference({
    UserPoolId: outputOf(service.cloud, 'UserPoolId'),
    Username,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  })

const table = () => ({ client: clientOf(DynamoDB, service.cloud), TableName: outputOf(service.cloud, 'TableName') })
const keyOf = (userId: string) => ({ pk: { S: `recovery#${userId}` }, sk: { S: 'codes' } })

describe('a recovery code', () => {
  test('and the password sign in once, and turn two-factor authentication off', async () => {
    const { email, id, recover, recoveryCodes } = await userWithCodes('rosa')
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect(await recover(first, 'wrong')).toMatchObject({ status: 401, body: { code: 'authentication_failed' } })
    expect(await recover('AAAA-AAAA-AAAA-AAAA')).toMatchObject(rejected)
    const recovered = await recover(first.toLowerCase().replaceAll('-', ' '))
    expect(recovered).toMatchObject({ status: 200, body: { idToken: expect.any(String) } })
    expect(await mfa.isOn(cookieOf(recovered))).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    // A repeat needs no code: two-factor authentication is off.
    expect(v.is(Token, (await recover(first)).body)).toBe(true)
    const session = await signInToDashboard(service, { email, password: PASSWORD })
    const recovering = ['sign_in done', 'recover_mfa done', 'recover_mfa refused', 'enable_mfa done']
    const signUp = ['sign_in done', 'set_password done']
    const expected = ['sign_in done', 'sign_in done', ...recovering, 'sign_in done', ...signUp]
    expect(await signInActions(session)).toEqual(expected)

    await turnOnAtPool(email)
    expect(await recover(first)).toMatchObject({ status: 200 })
    await turnOnAtPool(email)
    const { client, TableName } = table()
    const stored = await client.getItem({ TableName, Key: keyOf(id) })
    for (const code of recoveryCodes) expect(JSON.stringify(stored.Item)).not.toContain(code)
    await client.updateItem({
      TableName,
      Key: keyOf(id),
      UpdateExpression: 'SET usedAt = usedAt - :minutes',
      ExpressionAttributeValues: { ':minutes': { N: String(5 * 60_000) } },
    })
    expect(await recover(first)).toMatchObject(rejected)
    expect(await recover(second)).toMatchObject({ status: 200 })
  })

  test('is valid until the codes are replaced, with the password and a code of the app', async () => {
    const { email, recover, recoveryCodes, app } = await userWithCodes('sami')
    const { cookie } = await mfa.signInWithCode(email, PASSWORD, app)
    const replace = (password: string, code: string) =>
      mfa.withCookie('POST', 'recovery-codes/', cookie, { password, code })
    expect(await replace('wrong', '000000')).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
    expect(await replace(PASSWORD, '000000')).toMatchObject(rejected)
    const replaced = await replace(PASSWORD, await app.code())
    expect(replaced).toMatchObject({ status: 200 })
    const codes = v.parse(contract.replaceRecoveryCodes.response, replaced.body).recoveryCodes
    expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([])
    expect(await mfa.isOn(cookie)).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    expect(await recover(recoveryCodes[0] ?? '')).toMatchObject(rejected)
    const recovered = await recover(codes[9] ?? '')
    expect(recovered).toMatchObject({ status: 200 })
    const off = { status: 409, body: { code: 'conflict' } }
    expect(
      await mfa.withCookie('POST', 'recovery-codes/', cookieOf(recovered), { password: PASSWORD, code: '000000' }),
    ).toMatchObject(off)
  })

  test('can be guessed five times a minute', async () => {
    const { recover } = await userWithCodes('tomas')
    const statuses: number[] = []
    for (const _ of Array(12)) statuses.push((await recover('AAAA-AAAA-AAAA-AAAA')).status)
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses).toContain(429)
  })

  test('of another user, or of a user who never turned two-factor authentication on, is not accepted', async () => {
    const { recoveryCodes } = await userWithCodes('uma')
    const { recover } = await userWithCodes('vera')
    expect(await recover(recoveryCodes[0] ?? '')).toMatchObject(rejected)
    const body = { email: 'nobody@example.com', password: PASSWORD, code: recoveryCodes[0] }
    expect(await people.session('mfa/recover', body)).toMatchObject({ status: 401 })
  })

  test('is not needed without two-factor authentication, also by a user who is missing in a restored table', async () => {
    const email = 'wim@example.com'
    await people.signUp(email)
    const { call } = await signInToDashboard(service, { email, password: PASSWORD })
    const { user } = v.parse(Me, (await call('GET', '/v1/me/')).body)
    await deleteUserItems(service, email, user.id)
    const body = { email, password: PASSWORD, code: 'AAAA-AAAA-AAAA-AAAA' }
    expect(v.is(Token, (await people.session('mfa/recover', body)).body)).toBe(true)
  })
})
