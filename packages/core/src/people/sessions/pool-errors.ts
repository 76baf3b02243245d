import { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider'
import { invalidField, RateLimitError, ServiceError } from '../../platform/errors.ts'

/** Cognito says neither when; a minute is what its quotas are counted by. */
const RETRY_AFTER_SECONDS = 60

const TOO_MANY = ['LimitExceededException', 'TooManyFailedAttemptsException', 'TooManyRequestsException']

/** What Cognito calls the fault of an answer; `''` for anything else that is thrown. */
export function faultOf(error: unknown): string {
  return error instanceof CognitoIdentityProviderServiceException ? error.name : ''
}

/** What every call may be refused for. Anything that is not the caller's doing stays what it is. */
export function refusalOf(error: unknown): unknown {
  const fault = faultOf(error)
  if (TOO_MANY.includes(fault) || isLockedOut(error))
    return new RateLimitError('Too many attempts. Wait a little, then try again.', RETRY_AFTER_SECONDS, {
      cause: error,
    })
  if (fault === 'InvalidPasswordException' && error instanceof Error)
    return invalidField('password', passwordProblem(error.message))
  return error
}

/** 400 for a code that is wrong, used or too old, or not the one of that address: which of them, nobody is told. */
export function wrongCode(): ServiceError {
  return invalidField('code', 'is wrong or has expired. Ask for a new one.')
}

/** 400 for a wrong code of an authenticator app, or one that was used; undefined for any other error. */
export function wrongAppCode(error: unknown): ServiceError | undefined {
  const fault = faultOf(error)
  if (fault === 'ExpiredCodeException') return invalidField('code', 'was used already. Wait for the next code.')
  if (fault === 'CodeMismatchException' || fault === 'EnableSoftwareTokenMFAException')
    return invalidField('code', 'is incorrect. Enter the current code of your authenticator app.')
  return undefined
}

/** 401 for a wrong password as for an address that has no account. */
export function wrongCredentials(cause: unknown): ServiceError {
  return new ServiceError('authentication_failed', 'Wrong email address or password.', undefined, { cause })
}

/** After several wrong passwords Cognito answers nobody for a while. */
function isLockedOut(error: unknown): boolean {
  return (
    faultOf(error) === 'NotAuthorizedException' && error instanceof Error && /attempts exceeded/i.test(error.message)
  )
}

/** `Password did not conform with policy: Password must have numeric characters` → what to say of the field. */
function passwordProblem(message: string): string {
  const [, reason = 'Password is not accepted'] = /policy: (.*?)\.?$/.exec(message) ?? []
  return reason.replace(/^Password /, '')
}
