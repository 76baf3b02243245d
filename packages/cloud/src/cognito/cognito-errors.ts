import { ServiceError } from '../service-error.ts'

/** Builds an error of Cognito with AWS's error code. */
export function cognitoError(code: string, message: string): ServiceError {
  return new ServiceError(400, code, message)
}

export const notAuthorized = (message: string) => cognitoError('NotAuthorizedException', message)
export const invalidParameter = (message: string) => cognitoError('InvalidParameterException', message)
export const userNotFound = () => cognitoError('UserNotFoundException', 'User does not exist.')
export const wrongPassword = () => notAuthorized('Incorrect username or password.')
export const expiredCode = () =>
  cognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
export const wrongCode = () =>
  cognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.')
export const tooManyAttempts = () =>
  cognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
