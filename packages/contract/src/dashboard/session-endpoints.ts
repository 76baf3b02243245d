import type { Endpoint } from '../endpoint.ts'
import * as session from './session.ts'

/** Operations of sessions. Keys name handlers under functions/dashboard, as in `endpoints`. */
export const sessionEndpoints = {
  'session/sign-up': session.signUp,
  'session/sign-in': session.signIn,
  'session/new-password': session.chooseNewPassword,
  'session/refresh': session.refreshSession,
  'session/sign-out': session.signOut,
  'session/forgot-password': session.forgotPassword,
  'session/reset-password': session.resetPassword,
  'session/mfa/get': session.getMfa,
  'session/mfa/begin': session.beginMfa,
  'session/mfa/enable': session.enableMfa,
  'session/mfa/disable': session.disableMfa,
  'session/mfa/answer': session.answerMfa,
  'session/mfa/replace-recovery-codes': session.replaceRecoveryCodes,
  'session/mfa/recover': session.recover,
  me: session.getMe,
} as const satisfies Record<string, Endpoint>
