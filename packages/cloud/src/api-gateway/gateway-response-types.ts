/** The gateway responses by type: default status, message and `x-amzn-ErrorType` header. */
export const GATEWAY_RESPONSES = {
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  UNAUTHORIZED: [401, 'Unauthorized', 'UnauthorizedException'],
  /** UNAUTHORIZED for an expired token. */
  TOKEN_EXPIRED: [401, 'The incoming token has expired', 'UnauthorizedException'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error', 'AuthorizerConfigurationException'],
  AUTHORIZER_FAILURE: [500, 'Internal server error', 'AuthorizerFailureException'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error', 'InternalServerErrorException'],
  INVALID_API_KEY: [403, 'Forbidden', 'ForbiddenException'],
  THROTTLED: [429, 'Too Many Requests', 'TooManyRequestsException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  DEFAULT_5XX: [502, 'Internal server error', 'InternalServerErrorException'],
} as const

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSES
