import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

/** Cognito. What people do for themselves goes out unsigned: it needs no right, and the pool's client decides what is allowed. */
export const userPool = onFirstUse(() => new CognitoIdentityProviderClient({ ...AWS_CLIENT, maxAttempts: 2 }))
