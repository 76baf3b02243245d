import { createHash, randomBytes } from 'node:crypto'
import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { EpochMs } from '@replywright/contract/time.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { InternalError, invalidField, ServiceError } from '../../platform/errors.ts'
import { log, logError } from '../../platform/log/log.ts'
import { limitPerMinute } from '../../platform/quotas/limit-per-minute.ts'
import type { Origin } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { recoveryMail, sendMail } from '../notices/mails.ts'
import { endSessions, findUser, resetMfa } from '../users/users.ts'
import { authenticateAgain, renewTokens, revoke, type SignedIn, signIn } from './sign-in.ts'
import { signInChanges } from './sign-in-changes.ts'
import { callerErrorOf, userPool, wrongAppCode } from './user-pool.ts'

/**
 * The recovery codes of a user, for sign-ins without the authenticator app. Access: by user. No expiry: codes are
 * valid until they are used or replaced.
 */
export const RecoveryCodesEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'recoveryCodes', version: '1' },
  attributes: {
    userId: { type: 'string', required: true, readOnly: true },
    /** The hashes of the unused codes (`hashCode`). Absent if all are used. */
    hashes: { type: 'set', items: 'string' },
    /** The hash of the code that was used last. */
    usedHash: { type: 'string' },
    usedAt: { type: 'number' },
    createdAt: { type: 'number', required: true },
  },
  indexes: {
    byUser: { pk: key('pk', 'recovery#${userId}'), sk: key('sk', 'codes') },
  },
}))

/** The name that authenticator apps show next to the email address. */
const ISSUER = 'Replywright'

interface PasswordAndCode {
  readonly password: string
  readonly code: string
}

interface RecoveryCodes {
  readonly recoveryCodes: string[]
}

/** Returns whether the user of a session has MFA. */
export async function getMfa(refreshToken: string): Promise<{ enabled: boolean; recoveryCodesLeft: number }> {
  const { accessToken, user } = await renewTokens(refreshToken)
  const [enabled, left] = await Promise.all([isOn(accessToken), countRecoveryCodes(user.id)])
  return { enabled, recoveryCodesLeft: enabled ? left : 0 }
}

/**
 * Returns a new secret for an authenticator app.
 * @throws ServiceError 409 if two-factor authentication is on: Cognito may not require codes while another app is set
 * up
 */
export async function beginMfa(refreshToken: string): Promise<{ secret: string; uri: string }> {
  const { accessToken, identity } = await renewTokens(refreshToken)
  if (await isOn(accessToken))
    throw new ServiceError('conflict', 'Two-factor authentication is on. Turn it off before you set up another app.')
  const { SecretCode: secret } = await userPool.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }))
  if (!secret) throw new InternalError('Cognito returned no secret for an authenticator app')
  const [issuer, account] = [ISSUER, identity.email].map(encodeURIComponent)
  return { secret, uri: `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}` }
}

/**
 * Turns two-factor authentication on with the password and a code of the app with the latest secret. The password keeps
 * a stolen session from locking its owner out. Ends all sessions, so that every session starts with a code. Returns the
 * recovery codes, which cannot be read again.
 * @throws ServiceError 400 for an incorrect password or code
 */
export async function enableMfa(
  refreshToken: string,
  { password, code }: PasswordAndCode,
  origin: Origin,
  clock: Clock,
): Promise<RecoveryCodes> {
  const { accessToken, identity, user } = await renewTokens(refreshToken)
  await authenticateAgain({ email: identity.email, password, code })
  try {
    await userPool.send(new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }))
  } catch (error) {
    throw wrongAppCode(error) ?? callerErrorOf(error)
  }
  const recoveryCodes = await recordChange(signInChanges(user, 'enable_mfa', origin), async () => {
    const codes = await createRecoveryCodes(user.id, clock())
    await setPreference(accessToken, true)
    // Until the preference is stored, a sign-in needs no code.
    await endSessions(identity.email, clock)
    await userPool.send(new GlobalSignOutCommand({ AccessToken: accessToken }))
    return codes
  })
  log('mfa.enabled', { subject: identity.subject })
  return { recoveryCodes }
}

/**
 * Replaces the recovery codes of the user of a session, and returns the new ones.
 * @throws ServiceError 400 for an incorrect password or code, 409 if two-factor authentication is off
 */
export async function replaceRecoveryCodes(
  refreshToken: string,
  { password, code }: PasswordAndCode,
  origin: Origin,
  now: EpochMs,
): Promise<RecoveryCodes> {
  const { accessToken, identity, user } = await renewTokens(refreshToken)
  if (!(await isOn(accessToken)))
    throw new ServiceError('conflict', 'Two-factor authentication is off. Turn it on to get recovery codes.')
  const { RefreshToken = '' } = await authenticateAgain({ email: identity.email, password, code })
  const recoveryCodes = await recordChange(signInChanges(user, 'replace_recovery_codes', origin), async () => {
    await revoke(RefreshToken)
    return await createRecoveryCodes(user.id, now)
  })
  return { recoveryCodes }
}

/** Turns two-factor authentication off. */
export async function disableMfa(
  refreshToken: string,
  { password, code }: PasswordAndCode,
  origin: Origin,
): Promise<void> {
  const { identity, user } = await renewTokens(refreshToken)
  const { AccessToken = '', RefreshToken = '' } = await authenticateAgain({ email: identity.email, password, code })
  await recordChange(signInChanges(user, 'disable_mfa', origin), async () => {
    await setPreference(AccessToken, false)
    await revoke(RefreshToken)
  })
  log('mfa.disabled', { subject: identity.subject })
}

async function isOn(AccessToken: string): Promise<boolean> {
  const { UserMFASettingList = [] } = await userPool.send(new GetUserCommand({ AccessToken }))
  return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA')
}

async function setPreference(AccessToken: string, isOn: boolean): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: isOn, PreferredMfa: isOn }
  await userPool.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }))
}

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
  now: EpochMs,
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

/** A request that used a code and then failed can be repeated with the same code. */
const REPEATABLE_MILLISECONDS = 5 * 60_000

/** Returns how many unused codes a user has. */
async function countRecoveryCodes(userId: string): Promise<number> {
  const { data } = await RecoveryCodesEntity.get({ userId }).go({ consistent: true })
  return data?.hashes?.length ?? 0
}

/** Creates the codes of a user, which replace all earlier ones. They cannot be read again. */
async function createRecoveryCodes(userId: string, now: EpochMs): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await RecoveryCodesEntity.put({ userId, hashes: codes.map(hashCode), createdAt: now }).go()
  return codes
}

/** Uses up a code. @throws ServiceError 400 for an incorrect or used one */
async function consumeRecoveryCode(userId: string, code: string, now: EpochMs): Promise<void> {
  const hash = hashCode(code)
  const { rejected } = await RecoveryCodesEntity.patch({ userId })
    .delete({ hashes: [hash] })
    .set({ usedHash: hash, usedAt: now })
    .where(({ hashes, usedHash, usedAt }, { contains, eq, gt }) => {
      const isRepeat = `${eq(usedHash, hash)} AND ${gt(usedAt, now - REPEATABLE_MILLISECONDS)}`
      return `(${contains(hashes, hash)} OR (${isRepeat}))`
    })
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw wrongRecoveryCode()
}

/** Returns a 400, the same for an incorrect code, a used one, and a user without codes. */
function wrongRecoveryCode() {
  return invalidField('code', 'is incorrect or has already been used. Enter another recovery code.')
}

const CODES = 10

/** Base32 of RFC 4648: no digits that look like letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Five bits each, 80 together: too many to guess, so a fast hash protects a code. */
const CHARACTERS = 16

/** Returns a random code: four groups of four characters. */
export function newCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return characters.replace(/.{4}(?=.)/g, '$&-')
}

/** Returns the stored form of a code: SHA-256, hexadecimal. Case, spaces and hyphens have no meaning. */
export function hashCode(code: string): string {
  const characters = code.toUpperCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(characters).digest('hex')
}
