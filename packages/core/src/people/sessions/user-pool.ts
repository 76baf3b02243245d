import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { AWS_CLIENT } from '../../platform/aws-client.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

/** The Cognito client. Calls on behalf of a user are unsigned: the pool's client determines what they may do. */
export const userPool = onFirstUse(() => new CognitoIdentityProviderClient({ ...AWS_CLIENT, maxAttempts: 2 }))
