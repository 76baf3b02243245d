import {
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
} from '@aws-sdk/client-cognito-identity-provider'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { invalidField, RateLimitError, ServiceError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

/** The Cognito client. Calls on behalf of a user are unsigned: the pool's client determines what they may do. */
export const userPool = /* @__PURE__ */ onFirstUse(
  () => new CognitoIdentityProviderClient({ ...AWS_CLIENT, maxAttempts: 2 }),
)

/** Cognito returns no time. Its quotas are per minute. */
const RETRY_AFTER_SECONDS = 60

const TOO_MANY = ['LimitExceededException', 'TooManyFailedAttemptsException', 'TooManyRequestsException']

/** Returns the name of a Cognito error, or `''` for any other error. */
export function faultOf(error: unknown): string {
  return error instanceof CognitoIdentityProviderServiceException ? error.name : ''
}

/** Converts the errors of every call: too many attempts, invalid password. Returns others unchanged. */
export function callerErrorOf(error: unknown): unknown {
  const fault = faultOf(error)
  if (isMailRefused(error)) logError('mail.refused', error)
  if (TOO_MANY.includes(fault) || isLockedOut(error))
    return new RateLimitError('Too many attempts. Wait a minute, then try again.', RETRY_AFTER_SECONDS, {
      cause: error,
    })
  if (fault === 'InvalidPasswordException' && error instanceof Error)
    return invalidField('password', passwordProblem(error.message))
  return error
}

/** Returns a 400 that does not reveal whether the code is incorrect, used, expired or of another address. */
export function wrongCode(): ServiceError {
  return invalidField('code', 'is incorrect or has expired. Request a new code.')
}

/** Returns a 400 for an incorrect or used code of an authenticator app, or undefined for any other error. */
export function wrongAppCode(error: unknown): ServiceError | undefined {
  const fault = faultOf(error)
  if (fault === 'ExpiredCodeException') return invalidField('code', 'has already been used. Wait for the next code.')
  if (fault === 'CodeMismatchException' || fault === 'EnableSoftwareTokenMFAException')
    return invalidField('code', 'is incorrect. Enter the current code of your authenticator app.')
  return undefined
}

/** Returns a 401, the same for an incorrect password and for an address without an account. */
export function wrongCredentials(cause: unknown): ServiceError {
  return new ServiceError('authentication_failed', 'Incorrect email address or password.', undefined, { cause })
}

/** Returns whether Cognito has locked the account for some time after several failed sign-ins. */
function isLockedOut(error: unknown): boolean {
  return (
    faultOf(error) === 'NotAuthorizedException' && error instanceof Error && /attempts exceeded/i.test(error.message)
  )
}

/** Returns whether Cognito could not send a mail: its daily limit is used up, or Amazon SES refused it. */
function isMailRefused(error: unknown): boolean {
  const fault = faultOf(error)
  if (fault === 'CodeDeliveryFailureException' || fault === 'InvalidEmailRoleAccessPolicyException') return true
  return fault === 'LimitExceededException' && error instanceof Error && /email/i.test(error.message)
}

/** Extracts the rule from `Password did not conform with policy: Password must have numeric characters`. */
function passwordProblem(message: string): string {
  const [, reason = 'Password is not accepted'] = message.split('policy: ', 2)
  return reason.replace(/\.$/, '').replace(/^Password /, '')
}
