import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CognitoGround, EMAIL, PASSWORD, startCognito, template } from './cognito-fixture.ts'

let ground: CognitoGround
beforeEach(async () => {
  ground = await startCognito()
})
afterEach(() => ground[Symbol.asyncDispose]())

const refusedAs = (name: string, message?: string) =>
  expect.objectContaining({ name, ...(message && { message: expect.stringContaining(message) }) })

test('requires the mailed code before a new user can sign in', async () => {
  const { sub, code } = await ground.signUp()
  expect(ground.mail).toEqual([{ to: EMAIL, subject: 'Welcome', body: `Your code: ${code}`, code }])
  expect(code).toMatch(/^\d{6}$/)
  await expect(ground.signIn()).rejects.toEqual(refusedAs('UserNotConfirmedException'))
  const confirm = () =>
    ground.unsigned.confirmSignUp({ ClientId: ground.ClientId, Username: EMAIL, ConfirmationCode: code })
  await confirm()
  await expect(confirm()).rejects.toEqual(refusedAs('NotAuthorizedException', 'CONFIRMED'))
  const { AuthenticationResult } = await ground.signIn()
  const { Username, UserAttributes } = await ground.unsigned.getUser({
    AccessToken: AuthenticationResult?.AccessToken,
  })
  expect(Username).toBe(sub)
  expect(UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'sub', Value: sub },
      { Name: 'email', Value: EMAIL },
      { Name: 'email_verified', Value: 'true' },
    ]),
  )
})

test('invalidates a code after five wrong ones', async () => {
  const { code } = await ground.signUp()
  const confirm = (ConfirmationCode: string) =>
    ground.unsigned.confirmSignUp({ ClientId: ground.ClientId, Username: EMAIL, ConfirmationCode })
  for (const _ of Array(5)) await expect(confirm('nope')).rejects.toEqual(refusedAs('CodeMismatchException'))
  await expect(confirm(code)).rejects.toEqual(refusedAs('LimitExceededException'))
})

test('accepts a code for a day', async () => {
  const { code } = await ground.signUp()
  ground.time.advance(24 * 3_600_000)
  const late = ground.unsigned.confirmSignUp({ ClientId: ground.ClientId, Username: EMAIL, ConfirmationCode: code })
  await expect(late).rejects.toEqual(refusedAs('ExpiredCodeException'))
})

test('rejects a second sign-up of an address, in any case', async () => {
  await ground.signUp()
  await expect(ground.signUp({ Username: 'JANE@example.com' })).rejects.toEqual(refusedAs('UsernameExistsException'))
})

test.each([
  ['a short password', { Password: 'short' }, 'InvalidPasswordException', 'not long enough'],
  ['a long address', { Username: `${'x'.repeat(117)}@example.com` }, 'InvalidParameterException', "'username' failed"],
  ['no address', { Username: 'jane' }, 'InvalidParameterException', 'should be an email'],
  ['a verified address set by the user', claim('email_verified', 'true'), 'NotAuthorizedException', 'unauthorized'],
  ['an unknown attribute', claim('custom:organisation', 'x'), 'InvalidParameterException', 'schema'],
])('rejects a sign-up with %s', async (_, input, name, message) => {
  await expect(ground.signUp(input)).rejects.toEqual(refusedAs(name, message))
  expect(ground.mail).toEqual([])
})

function claim(Name: string, Value: string) {
  return { UserAttributes: [{ Name, Value }] }
}

test('does not reveal whether a user exists', async () => {
  const { ClientId } = ground
  const Username = 'nobody@example.com'
  const sent = await ground.unsigned.forgotPassword({ ClientId, Username })
  expect(sent.CodeDeliveryDetails).toMatchObject({ DeliveryMedium: 'EMAIL', Destination: 'n***@e***' })
  expect(ground.mail).toEqual([])
  await expect(ground.signIn(PASSWORD, Username)).rejects.toEqual(
    refusedAs('NotAuthorizedException', 'Incorrect username or password.'),
  )
  const reset = ground.unsigned.confirmForgotPassword({ ClientId, Username, ConfirmationCode: '1', Password: PASSWORD })
  await expect(reset).rejects.toEqual(refusedAs('CodeMismatchException'))
})

test('reveals it for a client that does not hide users', async () => {
  await using open = await startCognito(template({}, { PreventUserExistenceErrors: 'LEGACY' }))
  await expect(open.signIn(PASSWORD, 'nobody@example.com')).rejects.toEqual(refusedAs('UserNotFoundException'))
})

test('rejects sign-up in a pool that only administrators can add users to', async () => {
  await using closed = await startCognito(template({ AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } }))
  await expect(closed.signUp()).rejects.toEqual(refusedAs('NotAuthorizedException', 'not permitted'))
})

test('rejects an unknown client', async () => {
  const asked = ground.unsigned.forgotPassword({ ClientId: 'unknown', Username: EMAIL })
  await expect(asked).rejects.toMatchObject({ name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 400 } })
})
