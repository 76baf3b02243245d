import { ServiceError } from '../../platform/errors.ts'
import { settings } from '../../platform/settings.ts'
import { addPoolUser } from '../users/pool-users.ts'
import { refusalOf } from './pool-errors.ts'

/**
 * Creates an account whose temporary password is mailed to its address, so that only its owner can sign in and choose another.
 * Mails again to an account that was never signed in to; does nothing for any other. Throws 403 where only operators create
 * accounts.
 */
export async function signUp(email: string, now: number): Promise<void> {
  if (!settings.SELF_SIGN_UP)
    throw new ServiceError('permission_denied', 'Ask the operators of the service for an account.')
  try {
    await addPoolUser({ email }, now)
  } catch (error) {
    throw refusalOf(error)
  }
}
