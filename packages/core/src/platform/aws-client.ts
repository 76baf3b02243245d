/**
 * The base configuration of every AWS client. Without time limits, a connection that died while the function was
 * frozen, or a server that accepts and does not respond, uses up the rest of the invocation. Not for calls that wait by
 * design, such as a model's.
 */
export const AWS_CLIENT = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 8000, throwOnRequestTimeout: true },
} as const
