import { ServiceError } from '../service-error.ts'

/** An error that Cognito answers, under AWS's name for it. */
export function refused(code: string, message: string): ServiceError {
  return new ServiceError(400, code, message)
}

export const notAuthorized = (message: string) => refused('NotAuthorizedException', message)
export const invalidParameter = (message: string) => refused('InvalidParameterException', message)
export const userNotFound = () => refused('UserNotFoundException', 'User does not exist.')
export const wrongPassword = () => notAuthorized('Incorrect username or password.')
export const expiredCode = () => refused('ExpiredCodeException', 'Invalid code provided, please request a code again.')
export const wrongCode = () => refused('CodeMismatchException', 'Invalid verification code provided, please try again.')
export const tooManyAttempts = () =>
  refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
