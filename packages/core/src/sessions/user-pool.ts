import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

/** Cognito. What people do for themselves goes out unsigned: it needs no right, and the pool's client decides what is allowed. */
export const userPool = new CognitoIdentityProviderClient({ maxAttempts: 2 })
