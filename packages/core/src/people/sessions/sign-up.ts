import { ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { addPoolUser } from '../users/pool-users.ts'
import { callerErrorOf } from './pool-errors.ts'

/**
 * Creates an account and sends its temporary password to the email address, so that only the owner can sign in and
 * change it. Sends another email if the account was never used. Does nothing for other existing accounts.
 * @throws ServiceError 403 if only operators can create accounts
 */
export async function signUp(email: string, now: number): Promise<void> {
  if (!settings.SELF_SIGN_UP)
    throw new ServiceError('permission_denied', 'Sign-up is disabled. Ask an operator of the service for an account.')
  try {
    await addPoolUser({ email }, now)
  } catch (error) {
    throw callerErrorOf(error)
  }
}
