import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { settings } from '../../platform/settings.ts'
import { signOutEverywhere } from '../users/sign-out-everywhere.ts'
import { faultOf, refusalOf, wrongCode } from './pool-errors.ts'
import { userPool } from './user-pool.ts'

const WRONG_CODE = [
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]
/** The address has no account, or one whose password cannot be reset: not confirmed, or never chosen. */
const NOTHING_TO_SEND = [
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
]

/** Mails a code with which a new password may be chosen, when the address has an account. */
export async function forgotPassword(email: string): Promise<void> {
  try {
    await userPool.send(new ForgotPasswordCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Username: email }))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== error || !NOTHING_TO_SEND.includes(faultOf(error))) throw refusal
  }
}

/** Sets the password of whoever has the code, and ends all sessions of the account. 400 for a code that is wrong or too old, or a password that is not accepted. */
export async function resetPassword(
  input: { readonly email: string; readonly code: string; readonly password: string },
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
    const refusal = refusalOf(error)
    throw refusal === error && WRONG_CODE.includes(faultOf(error)) ? wrongCode() : refusal
  }
  await signOutEverywhere(input.email, now)
}
