import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Origin } from '../../platform/caller.ts'
import { settings } from '../../platform/settings.ts'
import { findUser } from '../users/find-user.ts'
import { signOutEverywhere } from '../users/sign-out-everywhere.ts'
import { callerErrorOf, faultOf, wrongCode } from './pool-errors.ts'
import { signInChanges } from './sign-in-changes.ts'
import { userPool } from './user-pool.ts'

const WRONG_CODE = [
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]
/** The address has no account, or the account is not confirmed or has only a temporary password. */
const NOTHING_TO_SEND = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]

/** Sends a code for a password reset by email, if the address has an account. */
export async function forgotPassword(email: string): Promise<void> {
  try {
    await userPool.send(new ForgotPasswordCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Username: email }))
  } catch (error) {
    const callerError = callerErrorOf(error)
    if (callerError !== error || !NOTHING_TO_SEND.includes(faultOf(error))) throw callerError
  }
}

/** Sets a password and ends all sessions. @throws ServiceError 400 for an invalid code or password */
export async function resetPassword(
  input: { readonly email: string; readonly code: string; readonly password: string },
  origin: Origin,
  now: number,
): Promise<void> {
  try {
    await userPool.send(
      new ConfirmForgotPasswordCommand({
        ClientId: settings.USER_POOL_CLIENT_ID,
        Username: input.email,
        ConfirmationCode: input.code,
        Password: input.password,
      }),
    )
  } catch (error) {
    const callerError = callerErrorOf(error)
    throw callerError === error && WRONG_CODE.includes(faultOf(error)) ? wrongCode() : callerError
  }
  const user = await findUser({ email: input.email })
  const changes = user ? signInChanges(user, 'reset_password', origin) : []
  await recordChange(changes, () => signOutEverywhere(input.email, now))
}
