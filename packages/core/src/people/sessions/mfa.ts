import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Origin } from '../../platform/caller.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { endSessions } from '../users/sign-out-everywhere.ts'
import { callerErrorOf, wrongAppCode } from './pool-errors.ts'
import { countRecoveryCodes, createRecoveryCodes } from './recovery-codes.ts'
import { authenticateAgain, renewTokens } from './sign-in.ts'
import { signInChanges } from './sign-in-changes.ts'
import { revoke } from './sign-out.ts'
import { userPool } from './user-pool.ts'

/** The name that authenticator apps show next to the email address. */
const ISSUER = 'Agent Messaging'

interface PasswordAndCode {
  readonly password: string
  readonly code: string
}

interface RecoveryCodes {
  readonly recoveryCodes: string[]
}

/** Returns whether the user of a session has MFA. @throws ServiceError 401 if the session has ended */
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
  now: number,
): Promise<RecoveryCodes> {
  const { accessToken, identity, user } = await renewTokens(refreshToken)
  await authenticateAgain({ email: identity.email, password, code })
  try {
    await userPool.send(new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }))
  } catch (error) {
    throw wrongAppCode(error) ?? callerErrorOf(error)
  }
  const recoveryCodes = await recordChange(signInChanges(user, 'enable_mfa', origin), async () => {
    await endSessions(identity.email, now)
    const codes = await createRecoveryCodes(user.id, now)
    await setPreference(accessToken, true)
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
  now: number,
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

/** Turns two-factor authentication off. @throws ServiceError 400 for an incorrect password or code */
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
