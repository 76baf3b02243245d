import { recordChange } from '../../platform/audit/record-change.ts'
import type { Origin } from '../../platform/caller.ts'
import { log, logError } from '../../platform/log/log.ts'
import { limitPerMinute } from '../../platform/quotas/limit-per-minute.ts'
import { settings } from '../../platform/settings.ts'
import { sendMail } from '../notices/send-mail.ts'
import { findUser } from '../users/find-user.ts'
import { resetMfa } from '../users/pool-users.ts'
import { consumeRecoveryCode, wrongRecoveryCode } from './recovery-codes.ts'
import { recoveryMail } from './recovery-mail.ts'
import { type SignedIn, signIn } from './sign-in.ts'
import { signInChanges } from './sign-in-changes.ts'

const TRIES_PER_MINUTE = 5

/**
 * Signs in with the password and a recovery code, which turns two-factor authentication off: the user has lost the
 * authenticator app. A repeat signs in without a code, because the first request turned it off.
 * @throws ServiceError 401 for an incorrect password, 400 for an incorrect or used code; RateLimitError after five
 * codes in a minute
 */
export async function recover(
  { code, ...credentials }: { readonly email: string; readonly password: string; readonly code: string },
  origin: Origin,
  now: number,
): Promise<SignedIn> {
  const first = await signIn(credentials, origin, now)
  if (!('challenge' in first.response) || first.response.challenge !== 'mfa') return first
  const user = await findUser(credentials)
  if (!user) throw wrongRecoveryCode()
  await limitPerMinute(`recovery:${user.id}`, 1, TRIES_PER_MINUTE, now)
  await recordChange(signInChanges(user, 'recover_mfa', origin), async () => {
    await consumeRecoveryCode(user.id, code, now)
    await resetMfa(user.email)
  })
  log('mfa.recovered', { userId: user.id })
  await mailUser(user.email)
  return await signIn(credentials, origin, now)
}

/** The user must know, but a mail that cannot be sent must not prevent the sign-in. */
async function mailUser(email: string): Promise<void> {
  const from = settings.MAIL_FROM
  if (!from) return
  try {
    await sendMail(from, email, recoveryMail(settings.DASHBOARD_URL))
  } catch (error) {
    logError('recovery.not_mailed', error)
  }
}
