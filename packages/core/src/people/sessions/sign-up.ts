import { RateLimitError, ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { addPoolUser, isUsed } from '../users/pool-users.ts'
import { callerErrorOf } from './pool-errors.ts'
import { forgotPassword } from './reset-password.ts'

/**
 * Creates an account and sends its temporary password to the email address, so that only the owner can sign in and
 * change it. Sends another email if the account was never used. The owner of a used account gets a code to reset the
 * password instead, in a mail that says that the account exists. The response is the same in all cases.
 * @throws ServiceError 403 if only operators can create accounts
 */
export async function signUp(email: string, now: number): Promise<void> {
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
