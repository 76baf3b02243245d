import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { AwsClient } from 'aws4fetch'
import { type GenericSchema, type InferOutput, parse } from 'valibot'

/** Host names that differ from the signing name. */
const HOSTS: Readonly<Record<string, string>> = { ses: 'email', organizations: 'organizations.us-east-1' }
/** Services with one endpoint for all regions, whose requests are signed for us-east-1. */
const GLOBAL = ['cloudfront', 'iam', 'organizations']

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
  return parse(schema, JSON.parse(await awsText(service, path, { signal })))
}

/**
 * Calls an action of an AWS service with a JSON protocol, such as Service Quotas.
 * @throws Error with AWS's error code as its name, and AWS's message
 */
export async function awsCall<const Schema extends GenericSchema>(
  service: string,
  { target, input }: { readonly target: string; readonly input: object },
  schema: Schema,
  signal: AbortSignal,
): Promise<InferOutput<Schema>> {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
  const text = await awsText(service, '/', { method: 'POST', headers, body: JSON.stringify(input), signal })
  return parse(schema, JSON.parse(text))
}

/** Returns the region of the credentials' environment. */
export async function ownRegion(): Promise<string> {
  return await new CloudFormationClient({}).config.region()
}

/**
 * Sends a signed request to an AWS service, and returns the body of its response.
 * @throws Error with AWS's error code as its name, and AWS's message
 */
export async function awsText(service: string, path: string, request: RequestInit): Promise<string> {
  const { config } = new CloudFormationClient({})
  const [ownRegion, { accessKeyId, secretAccessKey, sessionToken }] = await Promise.all([
    config.region(),
    config.credentials(),
  ])
  const isGlobal = GLOBAL.includes(service)
  const region = isGlobal ? 'us-east-1' : ownRegion
  const host = `${HOSTS[service] ?? service}${isGlobal ? '' : `.${region}`}.${suffixOf(region)}`
  const session = sessionToken === undefined ? {} : { sessionToken }
  const client = new AwsClient({ accessKeyId, secretAccessKey, ...session, service, region, retries: 2 })
  const response = await client.fetch(`${process.env.AWS_ENDPOINT_URL ?? `https://${host}`}${path}`, request)
  const text = await response.text()
  if (response.ok) return text
  const error = new Error(`${service} ${path.split('?')[0]}: ${response.status} ${text.slice(0, 300)}`)
  error.name = errorCode(response, text) ?? `Http${response.status}`
  throw error
}

/** Returns AWS's error code: JSON protocols send it in a header or in `__type`, XML ones in an element. */
function errorCode(response: Response, text: string): string | undefined {
  const [, inBody] = /"__type":\s*"(?:[^"#]*#)?([^"]+)"|<Code>([^<]+)<\/Code>/.exec(text)?.filter(Boolean) ?? []
  return response.headers.get('x-amzn-errortype')?.split(':')[0] ?? inBody
}

function suffixOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}
