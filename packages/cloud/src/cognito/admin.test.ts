import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CognitoGround, EMAIL, PASSWORD, startCognito, template } from './cognito-fixture.ts'

let ground: CognitoGround
beforeEach(async () => {
  ground = await startCognito()
})
afterEach(() => ground[Symbol.asyncDispose]())

const refusedAs = (name: string, message?: string) =>
  expect.objectContaining({ name, ...(message && { message: expect.stringContaining(message) }) })

function createUser({ admin, UserPoolId }: CognitoGround) {
  return admin.adminCreateUser({
    UserPoolId,
    Username: EMAIL,
    TemporaryPassword: 'temporary-Horse-1',
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'email', Value: EMAIL },
      { Name: 'email_verified', Value: 'true' },
    ],
  })
}

test('requires a new password at the first sign-in with a temporary one', async () => {
  const { User } = await createUser(ground)
  expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' })
  expect(User?.UserCreateDate).toEqual(new Date(ground.time.now()))
  expect(ground.mail).toEqual([])
  const { ChallengeName, Session, ChallengeParameters } = await ground.signIn('temporary-Horse-1')
  expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  expect(JSON.parse(ChallengeParameters?.userAttributes ?? '')).toMatchObject({ email: EMAIL })
  const respond = (NEW_PASSWORD: string) =>
    ground.unsigned.respondToAuthChallenge({
      ClientId: ground.ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: EMAIL, NEW_PASSWORD },
    })
  await expect(respond('short')).rejects.toEqual(refusedAs('InvalidPasswordException'))
  expect(await respond(PASSWORD)).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } })
  await expect(respond('another-Horse-2')).rejects.toEqual(refusedAs('NotAuthorizedException', 'session'))
  await ground.signIn(PASSWORD)
})

test('expires a challenge and a temporary password', async () => {
  await createUser(ground)
  const { Session } = await ground.signIn('temporary-Horse-1')
  ground.time.advance(3 * 60_000)
  const late = ground.unsigned.respondToAuthChallenge({
    ClientId: ground.ClientId,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: EMAIL, NEW_PASSWORD: PASSWORD },
  })
  await expect(late).rejects.toEqual(refusedAs('NotAuthorizedException', 'session is expired'))
  ground.time.advance(7 * 86_400_000)
  await expect(ground.signIn('temporary-Horse-1')).rejects.toEqual(refusedAs('NotAuthorizedException', 'Temporary'))
})

test('mails an invitation unless it is suppressed', async () => {
  const { admin, UserPoolId } = ground
  await admin.adminCreateUser({ UserPoolId, Username: EMAIL })
  const [invitation] = ground.mail
  expect(invitation).toMatchObject({ to: EMAIL, subject: 'Your temporary password' })
  expect(await ground.signIn(invitation?.code)).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' })
  await expect(createUser(ground)).rejects.toEqual(refusedAs('UsernameExistsException'))
})

test('signs in with a permanent password without a challenge', async () => {
  await createUser(ground)
  const { admin, UserPoolId } = ground
  await admin.adminSetUserPassword({ UserPoolId, Username: EMAIL, Password: PASSWORD, Permanent: true })
  const { ChallengeName, AuthenticationResult } = await ground.signIn()
  expect(ChallengeName).toBeUndefined()
  expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', IdToken: expect.any(String) })
  expect(await admin.adminGetUser({ UserPoolId, Username: EMAIL })).toMatchObject({ UserStatus: 'CONFIRMED' })
})

test('finds users by address, `sub` and filter, and not after deletion', async () => {
  const { User } = await createUser(ground)
  const { admin, UserPoolId } = ground
  const found = await admin.adminGetUser({ UserPoolId, Username: EMAIL.toUpperCase() })
  expect(found.Username).toBe(User?.Username)
  await admin.adminCreateUser({ UserPoolId, Username: 'other@example.com', MessageAction: 'SUPPRESS' })
  const { Users } = await admin.listUsers({ UserPoolId, Filter: `email = "${EMAIL}"` })
  expect(Users?.map(({ Username }) => Username)).toEqual([User?.Username])
  const paged = await admin.listUsers({ UserPoolId, Limit: 1 })
  const rest = await admin.listUsers({ UserPoolId, Limit: 1, PaginationToken: paged.PaginationToken })
  expect([...(paged.Users ?? []), ...(rest.Users ?? [])]).toHaveLength(2)
  expect(rest.PaginationToken).toBeUndefined()
  await admin.adminDeleteUser({ UserPoolId, Username: EMAIL })
  await expect(admin.adminGetUser({ UserPoolId, Username: EMAIL })).rejects.toEqual(refusedAs('UserNotFoundException'))
})

test('returns the members of the groups of the template', async () => {
  await createUser(ground)
  const { admin, UserPoolId } = ground
  const member = { UserPoolId, Username: EMAIL, GroupName: 'operators' }
  await admin.adminAddUserToGroup(member)
  await admin.adminAddUserToGroup(member)
  const inGroup = async () => (await admin.listUsersInGroup({ UserPoolId, GroupName: 'operators' })).Users
  expect(await inGroup()).toHaveLength(1)
  await admin.adminRemoveUserFromGroup(member)
  expect(await inGroup()).toEqual([])
  await expect(admin.adminAddUserToGroup({ ...member, GroupName: 'none' })).rejects.toEqual(
    refusedAs('ResourceNotFoundException', 'Group'),
  )
})

test('requires a signature and permissions for an administrator’s actions', async () => {
  const unsigned = await fetch(ground.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser' },
    body: JSON.stringify({ UserPoolId: ground.UserPoolId, Username: EMAIL }),
  })
  expect([unsigned.status, unsigned.headers.get('x-amzn-errortype')]).toEqual([
    400,
    'MissingAuthenticationTokenException',
  ])
  const credentials = { accessKeyId: 'AKIASTRANGER', secretAccessKey: 'secret' }
  const stranger = new CognitoIdentityProvider({ endpoint: ground.endpoint, region: 'eu-central-1', credentials })
  await expect(stranger.listUsers({ UserPoolId: ground.UserPoolId })).rejects.toEqual(
    refusedAs('UnrecognizedClientException'),
  )
  const powerless = new CognitoIdentityProvider(ground.withRights([]))
  await expect(powerless.listUsers({ UserPoolId: ground.UserPoolId })).rejects.toEqual(
    refusedAs('AccessDeniedException', 'cognito-idp:ListUsers'),
  )
})

test.each([
  ['triggers', { LambdaConfig: { PreSignUp: 'arn' } }, {}, 'LambdaConfig'],
  ['required MFA', { MfaConfiguration: 'ON' }, {}, 'required MFA'],
  ['a secret of a client', {}, { GenerateSecret: true }, 'secret'],
])('rejects %s as not supported', async (_, pool, client, message) => {
  await expect(startCognito(template(pool, client))).rejects.toThrow(message)
})
