import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
/**
 * Puts the region and the credentials that the AWS SDK finds, of a profile or a sign-in too, into the environment, where the client
 * of Amazon Bedrock looks for them. It is no client of the AWS SDK.
 */
export async function exportCredentials(): Promise<void> {
  const { config } = new CloudFormationClient({})
  const [region, credentials] = await Promise.all([config.region(), config.credentials()])
  process.env.AWS_REGION = region
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  if (credentials.sessionToken) process.env.AWS_SESSION_TOKEN = credentials.sessionToken
}
