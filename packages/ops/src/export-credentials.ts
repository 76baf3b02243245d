import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
/**
 * Copies the region and credentials that the AWS SDK finds, such as those of a profile, to the environment. The Amazon Bedrock client
 * reads them there, because it is not a client of the AWS SDK.
 */
export async function exportCredentials(): Promise<void> {
  const { config } = new CloudFormationClient({})
  const [region, credentials] = await Promise.all([config.region(), config.credentials()])
  process.env.AWS_REGION = region
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  if (credentials.sessionToken) process.env.AWS_SESSION_TOKEN = credentials.sessionToken
}
