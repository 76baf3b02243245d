import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { EpochMs } from '@replywright/contract/time.ts'
import { recordEvents } from '../../platform/audit/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { RateLimitError, ServiceError } from '../../platform/errors.ts'
import type { Origin } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { addPoolUser, findUser, isUsed, signOutEverywhere } from '../users/users.ts'
import { signInChanges } from './sign-in-changes.ts'
import { callerErrorOf, faultOf, userPool, wrongCode } from './user-pool.ts'

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

/** Sets a password, then ends all sessions. @throws ServiceError 400 for an invalid code or password */
export async function resetPassword(
  input: { readonly email: string; readonly code: string; readonly password: string },
  origin: Origin,
  clock: Clock,
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
  await Promise.all([signOutEverywhere(input.email, clock), recordReset(input.email, origin)])
}

/** Records the new password, which an entry that cannot be written must not keep from ending the sessions. */
async function recordReset(email: string, origin: Origin): Promise<void> {
  const user = await findUser({ email })
  if (user) await recordEvents(signInChanges(user, 'reset_password', origin))
}

/**
 * Creates an account and sends its temporary password to the email address, so that only the owner can sign in and
 * change it. Sends another email if the account was never used. The owner of a used account gets a code to reset the
 * password instead, in a mail that says that the account exists. The response is the same in all cases.
 * @throws ServiceError 403 if only operators can create accounts
 */
export async function signUp(email: string, now: EpochMs): Promise<void> {
  if (!settings.SELF_SIGN_UP)
    throw new ServiceError('permission_denied', 'Sign-up is disabled. Ask an operator of the service for an account.')
  try {
    await addPoolUser({ email }, now)
    if (await isUsed(email)) await forgotPassword(email)
  } catch (error) {
    // Cognito limits the mails of an account. The response must not reveal that there is one.
    if (error instanceof RateLimitError) return
    throw callerErrorOf(error)
  }
}
