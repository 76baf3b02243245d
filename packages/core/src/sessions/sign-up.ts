import {
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError } from '../errors.ts'
import { settings } from '../settings.ts'
import { faultOf, refusalOf, wrongCode } from './pool-errors.ts'
import { userPool } from './user-pool.ts'

/** As a code: it was never asked for, is wrong, too old, or the address has none to confirm. */
const WRONG_CODE = [
  'AliasExistsException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotFoundException',
]
/** The address has no account, or one that is confirmed already. */
const NOTHING_TO_SEND = ['InvalidParameterException', 'UserNotFoundException']

/**
 * Makes an account that is to be confirmed by the code that is mailed now. For an address that has one nothing is made and
 * nothing told; a code is mailed when it still has to be confirmed. 400 for a password that the pool does not accept, 403 where
 * operators alone make accounts.
 */
export async function signUp({
  email,
  password,
}: {
  readonly email: string
  readonly password: string
}): Promise<void> {
  try {
    await userPool.send(
      new SignUpCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Username: email, Password: password }),
    )
  } catch (error) {
    if (faultOf(error) === 'NotAuthorizedException')
      throw new ServiceError('permission_denied', 'Ask the operators of the service for an account.')
    if (faultOf(error) !== 'UsernameExistsException') throw refusalOf(error)
    await resendCode(email)
  }
}

/** Confirms the address of an account. 400 for a code that is wrong or too old, or was never sent. */
export async function confirmSignUp({ email, code }: { readonly email: string; readonly code: string }): Promise<void> {
  try {
    await userPool.send(
      new ConfirmSignUpCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Username: email, ConfirmationCode: code }),
    )
  } catch (error) {
    throw WRONG_CODE.includes(faultOf(error)) ? wrongCode() : refusalOf(error)
  }
}

/** Mails another code, when there is something to confirm. */
export async function resendCode(email: string): Promise<void> {
  try {
    await userPool.send(new ResendConfirmationCodeCommand({ ClientId: settings.USER_POOL_CLIENT_ID, Username: email }))
  } catch (error) {
    if (!NOTHING_TO_SEND.includes(faultOf(error))) throw refusalOf(error)
  }
}
