import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { type CognitoGround, EMAIL, startCognito, template } from './cognito-fixture.ts'
import { claimsVerifier } from './sessions.ts'

let ground: CognitoGround
beforeEach(async () => {
  ground = await startCognito()
  await confirmed(ground)
})
afterEach(() => ground[Symbol.asyncDispose]())

async function confirmed({ unsigned, ClientId, signUp }: CognitoGround): Promise<string> {
  const { sub, code } = await signUp()
  await unsigned.confirmSignUp({ ClientId, Username: EMAIL, ConfirmationCode: code })
  return sub
}

const refusedAs = (name: string, message?: string) =>
  expect.objectContaining({ name, ...(message && { message: expect.stringContaining(message) }) })

async function tokensOf({ signIn }: CognitoGround) {
  const { AuthenticationResult: { IdToken = '', AccessToken = '', RefreshToken = '' } = {} } = await signIn()
  return { IdToken, AccessToken, RefreshToken }
}

const refresh = ({ unsigned, ClientId }: CognitoGround, token: string) =>
  unsigned.initiateAuth({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } })

test('issues tokens with AWS’s claims that verify with the published keys', async () => {
  const { admin, UserPoolId, ClientId, endpoint, time } = ground
  await admin.adminAddUserToGroup({ UserPoolId, Username: EMAIL, GroupName: 'operators' })
  const { IdToken, AccessToken } = await tokensOf(ground)
  const keys = createRemoteJWKSet(new URL(`${endpoint}/${UserPoolId}/.well-known/jwks.json`))
  const issuer = `https://cognito-idp.eu-central-1.amazonaws.com/${UserPoolId}`
  const now = Math.floor(time.now() / 1000)
  const options = { issuer, currentDate: new Date(time.now()) }
  const id = await jwtVerify(IdToken, keys, { ...options, audience: ClientId })
  expect(id.protectedHeader.alg).toBe('RS256')
  expect(id.payload).toMatchObject({
    'cognito:groups': ['operators'],
    'cognito:username': id.payload.sub,
    email: EMAIL,
    email_verified: true,
    token_use: 'id',
    auth_time: now,
    iat: now,
    exp: now + 30 * 60,
  })
  const access = await jwtVerify(AccessToken, keys, options)
  expect(access.payload).toMatchObject({
    client_id: ClientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    'cognito:groups': ['operators'],
    origin_jti: id.payload.origin_jti,
    exp: now + 15 * 60,
  })
  expect(access.payload.jti).not.toBe(id.payload.jti)
})

test('rejects wrong passwords, and after five of them locks the user temporarily', async () => {
  for (const _ of Array(5)) {
    await expect(ground.signIn('wrong')).rejects.toEqual(
      refusedAs('NotAuthorizedException', 'Incorrect username or password.'),
    )
  }
  await expect(ground.signIn()).rejects.toEqual(refusedAs('NotAuthorizedException', 'attempts exceeded'))
  ground.time.advance(1000)
  expect(await ground.signIn()).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 900 } })
})

test('refreshes the tokens of a sign-in until the refresh token expires', async () => {
  const { IdToken, RefreshToken } = await tokensOf(ground)
  ground.time.advance(3_600_000)
  const { AuthenticationResult } = await refresh(ground, RefreshToken)
  expect(AuthenticationResult?.RefreshToken).toBeUndefined()
  const [before, after] = [decodeJwt(IdToken), decodeJwt(AuthenticationResult?.IdToken ?? '')]
  expect(after).toMatchObject({ sub: before.sub, auth_time: before.auth_time, origin_jti: before.origin_jti })
  expect(Number(after.iat) - Number(before.iat)).toBe(3600)
  ground.time.advance(47 * 3_600_000)
  await expect(refresh(ground, RefreshToken)).rejects.toEqual(refusedAs('NotAuthorizedException', 'has expired'))
})

test('rejects a revoked refresh token and its access token, but not others', async () => {
  const [first, second] = [await tokensOf(ground), await tokensOf(ground)]
  const { ClientId, unsigned } = ground
  await unsigned.revokeToken({ ClientId, Token: first.RefreshToken })
  await unsigned.revokeToken({ ClientId, Token: first.RefreshToken })
  await expect(refresh(ground, first.RefreshToken)).rejects.toEqual(refusedAs('NotAuthorizedException', 'revoked'))
  await expect(unsigned.getUser({ AccessToken: first.AccessToken })).rejects.toEqual(
    refusedAs('NotAuthorizedException', 'revoked'),
  )
  await refresh(ground, second.RefreshToken)
  await unsigned.globalSignOut({ AccessToken: second.AccessToken })
  await expect(refresh(ground, second.RefreshToken)).rejects.toEqual(refusedAs('NotAuthorizedException', 'revoked'))
})

test('sets a forgotten password with a code, once', async () => {
  const { unsigned, ClientId } = ground
  await unsigned.forgotPassword({ ClientId, Username: EMAIL })
  const ConfirmationCode = ground.mail.at(-1)?.code ?? ''
  const reset = (Password: string, code = ConfirmationCode) =>
    unsigned.confirmForgotPassword({ ClientId, Username: EMAIL, ConfirmationCode: code, Password })
  await expect(reset('short')).rejects.toEqual(refusedAs('InvalidPasswordException'))
  await expect(reset('another-Horse-2', 'wrong')).rejects.toEqual(refusedAs('CodeMismatchException'))
  await reset('another-Horse-2')
  await expect(reset('another-Horse-3')).rejects.toEqual(refusedAs('ExpiredCodeException'))
  await expect(ground.signIn()).rejects.toEqual(refusedAs('NotAuthorizedException'))
  await ground.signIn('another-Horse-2')
})

test('accepts a reset code for an hour and for five attempts', async () => {
  const { unsigned, ClientId } = ground
  const reset = (ConfirmationCode: string) =>
    unsigned.confirmForgotPassword({ ClientId, Username: EMAIL, ConfirmationCode, Password: 'another-Horse-2' })
  await unsigned.forgotPassword({ ClientId, Username: EMAIL })
  for (const _ of Array(5)) await expect(reset('wrong')).rejects.toEqual(refusedAs('CodeMismatchException'))
  await expect(reset(ground.mail.at(-1)?.code ?? '')).rejects.toEqual(refusedAs('LimitExceededException'))
  await unsigned.forgotPassword({ ClientId, Username: EMAIL })
  ground.time.advance(3_600_000)
  await expect(reset(ground.mail.at(-1)?.code ?? '')).rejects.toEqual(refusedAs('ExpiredCodeException'))
})

test('rejects a flow that the client does not name', async () => {
  await using other = await startCognito(template({}, { ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] }))
  await expect(other.signIn()).rejects.toEqual(refusedAs('InvalidParameterException', 'not enabled'))
})

test('keeps users, sign-ins and keys over a restart', async () => {
  using directory = temporaryDirectory()
  const first = await startCognito(template(), directory.path)
  await confirmed(first)
  const { IdToken, RefreshToken } = await tokensOf(first)
  await first[Symbol.asyncDispose]()
  await using second = await startCognito(template(), directory.path)
  await refresh(second, RefreshToken)
  await second.signIn()
  const check = { token: IdToken, userPoolArns: [second.resource('Pool').arn], scopes: [] }
  expect(await claimsVerifier(second.pools, second.time.now)(check)).toMatchObject({ email: EMAIL })
})
