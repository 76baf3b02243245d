import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UnsupportedUserStateException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { addPoolUser, listPoolUsers } from './users.ts'

const NOW = 1_795_000_000_000
const EMAIL = 'jane@example.com'
vi.stubEnv('USER_POOL_ID', 'pool')
const pool = mockClient(CognitoIdentityProviderClient)
afterAll(() => {
  pool.restore()
  vi.unstubAllEnvs()
})
const details = { message: '', $metadata: {} }
const EXISTS = new UsernameExistsException(details)
const account = (sub: string) => [{ Name: 'sub', Value: sub }]

beforeEach(() => {
  pool.reset()
})

test('replaces an unconfirmed account', async () => {
  pool
    .on(AdminCreateUserCommand)
    .rejectsOnce(EXISTS)
    .resolvesOnce({ User: { Attributes: account('new') } })
  pool.on(AdminGetUserCommand).resolves({ Username: 'old', UserStatus: 'UNCONFIRMED', UserAttributes: account('old') })
  expect(await addPoolUser({ email: EMAIL }, NOW)).toBe('new')
  expect(pool.commandCalls(AdminDeleteUserCommand).map(({ args }) => args[0].input.Username)).toEqual(['old'])
})

test.each([
  ['CONFIRMED', NOW - 3_600_000, 0],
  ['FORCE_CHANGE_PASSWORD', NOW - 60_000, 1],
  ['FORCE_CHANGE_PASSWORD', NOW - 59_999, 0],
] as const)('keeps an account that is %s since %i and sends %i emails', async (UserStatus, changedAt, mails) => {
  pool.on(AdminCreateUserCommand).rejects(EXISTS)
  pool.on(AdminCreateUserCommand, { MessageAction: 'RESEND' }).resolves({ User: { Attributes: account('kept') } })
  pool.on(AdminGetUserCommand).resolves({
    Username: 'kept',
    UserStatus,
    UserLastModifiedDate: new Date(changedAt),
    UserAttributes: account('kept'),
  })
  expect(await addPoolUser({ email: EMAIL }, NOW)).toBe('kept')
  const resent = pool.commandCalls(AdminCreateUserCommand, { MessageAction: 'RESEND' })
  expect(resent).toHaveLength(mails)
  expect(pool.commandCalls(AdminDeleteUserCommand)).toEqual([])
})

test('keeps an account whose owner signs in concurrently', async () => {
  pool.on(AdminCreateUserCommand).rejects(EXISTS)
  pool.on(AdminCreateUserCommand, { MessageAction: 'RESEND' }).rejects(new UnsupportedUserStateException(details))
  pool
    .on(AdminGetUserCommand)
    .resolves({ Username: 'kept', UserStatus: 'FORCE_CHANGE_PASSWORD', UserAttributes: account('kept') })
  expect(await addPoolUser({ email: EMAIL }, NOW)).toBe('kept')
})

test('lists accounts with the address that they sign in with', async () => {
  const created = { UserStatus: 'CONFIRMED', UserCreateDate: new Date(NOW) } as const
  pool.on(ListUsersCommand).resolves({
    Users: [
      { ...created, Attributes: [...account('s1'), { Name: 'email', Value: EMAIL }] },
      { ...created, Attributes: [{ Name: 'email_verified', Value: 'true' }, ...account('s2')] },
    ],
  })
  const listed = { status: 'CONFIRMED', createdAt: NOW }
  expect(await listPoolUsers()).toEqual([
    { ...listed, subject: 's1', email: EMAIL },
    { ...listed, subject: 's2', email: '' },
  ])
})

test('throws if Cognito returns an account without a subject', async () => {
  pool.on(AdminCreateUserCommand).resolves({ User: { Attributes: [{ Name: 'email', Value: EMAIL }] } })
  await expect(addPoolUser({ email: EMAIL }, NOW)).rejects.toThrow('without a subject')
})
