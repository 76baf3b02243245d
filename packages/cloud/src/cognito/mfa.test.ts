import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CognitoGround, EMAIL, PASSWORD, startCognito, template } from './cognito-fixture.ts'

const OPTIONAL = { MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] }
const STEP_MS = 30_000

let ground: CognitoGround
let accessToken: string
beforeEach(async () => {
  ground = await startCognito(template(OPTIONAL))
  const { code } = await ground.signUp()
  await ground.unsigned.confirmSignUp({ ClientId: ground.ClientId, Username: EMAIL, ConfirmationCode: code })
  accessToken = (await ground.signIn()).AuthenticationResult?.AccessToken ?? ''
})
afterEach(() => ground[Symbol.asyncDispose]())

const refusedAs = (name: string, message?: string) =>
  expect.objectContaining({ name, ...(message && { message: expect.stringContaining(message) }) })

/** Returns the code of an authenticator app whose clock is ahead by `steps`. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ground.time.now() + steps * STEP_MS })
}

const prefer = (Enabled: boolean) =>
  ground.unsigned.setUserMFAPreference({
    AccessToken: accessToken,
    SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
  })

const verify = (UserCode: string) => ground.unsigned.verifySoftwareToken({ AccessToken: accessToken, UserCode })

async function turnOn(): Promise<string> {
  const { SecretCode = '' } = await ground.unsigned.associateSoftwareToken({ AccessToken: accessToken })
  await verify(codeOf(SecretCode))
  await prefer(true)
  ground.time.advance(STEP_MS)
  return SecretCode
}

const respond = (Session: string | undefined, code: string) =>
  ground.unsigned.respondToAuthChallenge({
    ClientId: ground.ClientId,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session,
    ChallengeResponses: { USERNAME: EMAIL, SOFTWARE_TOKEN_MFA_CODE: code },
  })

test('sets up an authenticator app with its code, and requires a code after the password', async () => {
  await expect(prefer(true)).rejects.toEqual(refusedAs('InvalidParameterException', 'has not set up'))
  const { SecretCode = '' } = await ground.unsigned.associateSoftwareToken({ AccessToken: accessToken })
  expect(SecretCode).toMatch(/^[A-Z2-7]{52}$/)
  await expect(verify('000000')).rejects.toEqual(refusedAs('EnableSoftwareTokenMFAException', 'Code mismatch'))
  expect(await verify(codeOf(SecretCode))).toMatchObject({ Status: 'SUCCESS' })
  expect((await ground.unsigned.getUser({ AccessToken: accessToken })).UserMFASettingList).toBeUndefined()
  expect(await ground.signIn()).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } })
  await prefer(true)
  expect(await ground.unsigned.getUser({ AccessToken: accessToken })).toMatchObject({
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
  })
  ground.time.advance(STEP_MS)
  const { ChallengeName, Session, AuthenticationResult } = await ground.signIn()
  expect([ChallengeName, AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined])
  await expect(respond(Session, '000000')).rejects.toEqual(refusedAs('CodeMismatchException', 'Invalid code received'))
  expect(await respond(Session, codeOf(SecretCode))).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } })
})

test.each([-1, 0, 1])('accepts a code once from a clock that is %i steps ahead', async (steps) => {
  const secret = await turnOn()
  ground.time.advance(STEP_MS)
  const code = codeOf(secret, steps)
  await respond((await ground.signIn()).Session, code)
  const again = await ground.signIn()
  await expect(respond(again.Session, code)).rejects.toEqual(refusedAs('ExpiredCodeException', 'already been used'))
})

test('rejects a code from a clock that is two steps off', async () => {
  const secret = await turnOn()
  const { Session } = await ground.signIn()
  for (const steps of [-2, 2])
    await expect(respond(Session, codeOf(secret, steps))).rejects.toEqual(refusedAs('CodeMismatchException'))
})

test('limits attempts at the code, also after another correct password', async () => {
  const secret = await turnOn()
  for (const _ of Array(5)) {
    const { Session } = await ground.signIn()
    await expect(respond(Session, '000000')).rejects.toEqual(refusedAs('CodeMismatchException'))
  }
  const { Session } = await ground.signIn()
  await expect(respond(Session, codeOf(secret))).rejects.toEqual(refusedAs('NotAuthorizedException', 'exceeded'))
})

test('accepts a challenge for its own purpose only, until it expires', async () => {
  const secret = await turnOn()
  const { Session } = await ground.signIn()
  const other = ground.unsigned.respondToAuthChallenge({
    ClientId: ground.ClientId,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: EMAIL, NEW_PASSWORD: PASSWORD },
  })
  await expect(other).rejects.toEqual(refusedAs('NotAuthorizedException', 'session'))
  ground.time.advance(3 * 60_000)
  await expect(respond(Session, codeOf(secret))).rejects.toEqual(refusedAs('NotAuthorizedException', 'expired'))
})

test('lets the user or an administrator turn it off', async () => {
  await turnOn()
  await prefer(false)
  expect(await ground.signIn()).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } })
  await prefer(true)
  const { admin, UserPoolId } = ground
  const named = { UserPoolId, Username: EMAIL }
  expect((await admin.adminGetUser(named)).UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA'])
  await admin.adminSetUserMFAPreference({ ...named, SoftwareTokenMfaSettings: { Enabled: false } })
  expect((await admin.adminGetUser(named)).UserMFASettingList).toBeUndefined()
  expect(await ground.signIn()).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } })
})

test('rejects it in a pool without it, and rejects unsupported factors', async () => {
  await using plain = await startCognito()
  const { code } = await plain.signUp()
  await plain.unsigned.confirmSignUp({ ClientId: plain.ClientId, Username: EMAIL, ConfirmationCode: code })
  const AccessToken = (await plain.signIn()).AuthenticationResult?.AccessToken
  await expect(plain.unsigned.associateSoftwareToken({ AccessToken })).rejects.toEqual(
    refusedAs('SoftwareTokenMFANotFoundException'),
  )
  await expect(startCognito(template({ ...OPTIONAL, EnabledMfas: ['SMS_MFA'] }))).rejects.toThrow('SMS_MFA')
})
