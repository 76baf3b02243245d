import type { Endpoint } from '../endpoint.ts'
import * as mfa from './mfa.ts'
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
  'session/mfa/get': mfa.getMfa,
  'session/mfa/begin': mfa.beginMfa,
  'session/mfa/enable': mfa.enableMfa,
  'session/mfa/disable': mfa.disableMfa,
  'session/mfa/answer': mfa.answerMfa,
  'session/mfa/replace-recovery-codes': mfa.replaceRecoveryCodes,
  'session/mfa/recover': mfa.recover,
  me: session.getMe,
} as const satisfies Record<string, Endpoint>
