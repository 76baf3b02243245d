import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider'
import { faultOf } from '../sessions/pool-errors.ts'
import { userPool } from '../sessions/user-pool.ts'
import { settings } from '../settings.ts'

/**
 * Makes somebody an account in the user pool, whose address counts as verified, and answers its subject. Cognito mails them a
 * password to begin with, unless `password` is theirs for good. One who has an account keeps it.
 */
export async function addPoolUser({ email, password }: { email: string; password?: string }): Promise<string> {
  const UserPoolId = settings.USER_POOL_ID
  const subject = (await createPoolUser(UserPoolId, email, password === undefined)) ?? (await findSubject(email))
  if (password !== undefined)
    await userPool.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: password, Permanent: true }),
    )
  return subject
}

/** Puts somebody who has an account into a group. */
export async function addToGroup(email: string, group: 'operators'): Promise<void> {
  await userPool.send(
    new AdminAddUserToGroupCommand({ UserPoolId: settings.USER_POOL_ID, Username: email, GroupName: group }),
  )
}

/** The subject of the account that was made; undefined when there is one. */
async function createPoolUser(UserPoolId: string, email: string, invite: boolean): Promise<string | undefined> {
  try {
    const { User } = await userPool.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
        ...(invite ? { DesiredDeliveryMediums: ['EMAIL'] } : { MessageAction: 'SUPPRESS' }),
      }),
    )
    return subjectOf(User?.Attributes)
  } catch (error) {
    if (faultOf(error) === 'UsernameExistsException') return undefined
    throw error
  }
}

async function findSubject(email: string): Promise<string> {
  const { UserAttributes } = await userPool.send(
    new AdminGetUserCommand({ UserPoolId: settings.USER_POOL_ID, Username: email }),
  )
  return subjectOf(UserAttributes)
}

function subjectOf(attributes: readonly AttributeType[] = []): string {
  const subject = attributes.find(({ Name }) => Name === 'sub')?.Value
  if (!subject) throw new Error('Cognito answered a user without a subject')
  return subject
}
