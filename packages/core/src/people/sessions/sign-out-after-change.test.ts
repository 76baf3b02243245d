import {
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  InitiateAuthCommand,
  SetUserMFAPreferenceCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { revokeOperator } from '../members/members.ts'
import { MembershipEntity } from '../members/membership-entity.ts'
import { removeUser } from '../users/accounts.ts'
import { emailAlias, subjectAlias, UserAliasEntity, UserEntity } from '../users/user-entity.ts'
import { enableMfa } from './mfa.ts'
import { resetPassword } from './passwords.ts'

vi.stubEnv('USER_POOL_ID', 'pool')
vi.stubEnv('USER_POOL_CLIENT_ID', 'client')
const pool = mockClient(CognitoIdentityProviderClient)
const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => {
  pool.restore()
  dynamodb.restore()
  vi.unstubAllEnvs()
})

/** The last millisecond of a second, so that the end of all sessions waits for one millisecond. */
const STARTED = 1_795_000_000_999
const SLOW_MILLISECONDS = 5000
const [email, userId, organizationId, subject] = ['jane@example.com', 'u', 'o', 's']
const origin = { requestId: 'r', sourceIp: '127.0.0.1', userAgent: 'Firefox' }
const admin = { userId: 'a', organizationId, role: 'admin', permission: 'full', groups: [] } as const
const idToken = `.${Buffer.from(JSON.stringify({ sub: subject, email })).toString('base64url')}.`

let now: number
const clock = () => now
/** A call of the user pool that takes five seconds, in which another session may begin. */
const slow = () => {
  now += SLOW_MILLISECONDS
  return {}
}

beforeEach(() => {
  now = STARTED
  pool.reset()
  dynamodb.reset()
  pool.onAnyCommand().resolves({})
  dynamodb.onAnyCommand().resolves({})
  dynamodb.on(QueryCommand).resolves({ Items: [] })
  const stored = [
    UserEntity.put({ id: userId, email, subject, organizationIds: [], createdAt: 0 }),
    UserAliasEntity.put({ alias: emailAlias(email), userId }),
    UserAliasEntity.put({ alias: subjectAlias(subject), userId }),
    MembershipEntity.put({ organizationId, userId, joinedAt: 0 }),
  ].map((put) => put.params().Item)
  dynamodb
    .on(GetCommand)
    .callsFake(({ Key }) => ({ Item: stored.find(({ pk, sk }) => pk === Key.pk && sk === Key.sk) }))
})

const secrets = { password: 'correct horse', code: '123456' }

const removes = () => pool.on(AdminRemoveUserFromGroupCommand).callsFake(slow)

test.each([
  {
    change: 'a password is reset',
    delay: () => pool.on(ConfirmForgotPasswordCommand).callsFake(slow),
    run: () => resetPassword({ email, ...secrets }, origin, clock),
  },
  {
    change: 'two-factor authentication is on',
    delay: () => pool.on(SetUserMFAPreferenceCommand).callsFake(slow),
    run: () => enableMfa('token', secrets, origin, clock),
  },
  { change: 'operator access is removed', delay: removes, run: () => revokeOperator(admin, userId, clock) },
  { change: 'a user is removed', delay: removes, run: () => removeUser(email, undefined, clock) },
])('sessions that begin until $change are ended', async ({ delay, run }) => {
  pool.on(InitiateAuthCommand).resolves({ AuthenticationResult: { IdToken: idToken, AccessToken: 'access' } })
  delay()
  await run()
  const ends = dynamodb
    .commandCalls(UpdateCommand)
    .map(({ args }) => Object.values(args[0].input.ExpressionAttributeValues ?? {}))
  expect(ends).toContainEqual(expect.arrayContaining([STARTED + SLOW_MILLISECONDS]))
})
