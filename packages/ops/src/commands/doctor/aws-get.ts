import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { AwsClient } from 'aws4fetch'
import { type GenericSchema, type InferOutput, parse } from 'valibot'

/** Host names that differ from the signing name. */
const HOSTS: Readonly<Record<string, string>> = { ses: 'email' }

/**
 * Reads a resource of an AWS service with a REST-JSON API, for the few services whose SDK client is not installed.
 * @throws Error with AWS's error code as its name, and AWS's message
 */
export async function awsGet<const Schema extends GenericSchema>(
  service: string,
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<InferOutput<Schema>> {
  const { config } = new CloudFormationClient({})
  const [region, { accessKeyId, secretAccessKey, sessionToken }] = await Promise.all([
    config.region(),
    config.credentials(),
  ])
  const base = process.env.AWS_ENDPOINT_URL ?? `https://${HOSTS[service] ?? service}.${region}.${suffixOf(region)}`
  const session = sessionToken === undefined ? {} : { sessionToken }
  const client = new AwsClient({ accessKeyId, secretAccessKey, ...session, service, region, retries: 2 })
  const response = await client.fetch(`${base}${path}`, { signal })
  const text = await response.text()
  if (response.ok) return parse(schema, JSON.parse(text))
  const error = new Error(`${service} ${path.split('?')[0]}: ${response.status} ${text.slice(0, 300)}`)
  error.name = response.headers.get('x-amzn-errortype')?.split(':')[0] ?? `Http${response.status}`
  throw error
}

function suffixOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}
