import { setTimeout } from 'node:timers/promises'
import { CloudFormation } from '@aws-sdk/client-cloudformation'
import { S3 } from '@aws-sdk/client-s3'
import type { Resource, Templates } from '../../infra/stacks.ts'
import type { Emulator } from './emulator.ts'

const BUCKET = 'templates'

/**
 * Creates stacks as the CDK does, in the order of `names`, and returns their states. The code of each function is the text of its
 * template, or of `codes`: zip files by that text.
 */
export async function createStacks(
  emulator: Emulator,
  names: readonly string[],
  templates: Templates,
  { stage = 'prod', codes = new Map() }: { stage?: string; codes?: ReadonlyMap<string, Uint8Array> } = {},
): Promise<(string | undefined)[]> {
  const { AWS_ENDPOINT_URL: endpoint } = emulator.env
  const client = new CloudFormation(connectionOf(emulator))
  const s3 = new S3({ ...connectionOf(emulator), forcePathStyle: true })
  await putBootstrapVersion(emulator)
  await s3.createBucket({ Bucket: BUCKET })
  for (const [entry, Body] of codes) await s3.putObject({ Bucket: BUCKET, Key: keyOf(entry), Body })
  const states: (string | undefined)[] = []
  for (const name of names) {
    const template = templates[name]
    if (!template) throw new Error(`There is no stack ${name}`)
    const { Resources, ...others } = template.toJSON()
    const Body = JSON.stringify({ ...others, Resources: supported(Resources, new Set(codes.keys())) })
    await s3.putObject({ Bucket: BUCKET, Key: name, Body })
    const StackName = `Messaging-${stage}-${name}`
    const Capabilities = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'] as const
    await client.createStack({
      StackName,
      TemplateURL: `${endpoint}/${BUCKET}/${name}`,
      Capabilities: [...Capabilities],
    })
    states.push(await stateOf(client, StackName))
  }
  return states
}

/** How SDK clients connect to the emulator. */
export function connectionOf({ env }: Emulator) {
  const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY }
  return { endpoint: env.AWS_ENDPOINT_URL, region: env.AWS_REGION, credentials }
}

/** Stores the parameter that `cdk bootstrap` stores and templates require. */
async function putBootstrapVersion({ env }: Emulator): Promise<void> {
  const body = JSON.stringify({ Name: '/cdk-bootstrap/hnb659fds/version', Type: 'String', Value: '30' })
  const headers = {
    'Content-Type': 'application/x-amz-json-1.1',
    'X-Amz-Target': 'AmazonSSM.PutParameter',
    // The emulator reads the account and the region here, and verifies no signature.
    Authorization: `AWS4-HMAC-SHA256 Credential=${env.AWS_ACCESS_KEY_ID}/20260101/${env.AWS_REGION}/ssm/aws4_request`,
  }
  const { status } = await fetch(env.AWS_ENDPOINT_URL, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`The emulator answered ${status}`)
}

/** Returns the state of a stack after its creation. */
async function stateOf(client: CloudFormation, StackName: string): Promise<string | undefined> {
  for (;;) {
    const { Stacks: [{ StackStatus } = {}] = [] } = await client.describeStacks({ StackName })
    if (!StackStatus?.endsWith('IN_PROGRESS')) return StackStatus
    await setTimeout(200)
  }
}

const keyOf = (entry: string) => `${entry.replaceAll('/', '-')}.zip`

/**
 * Returns resources as the emulator supports them: without those of the CDK's own functions, whose code is no part of the template,
 * and with one metric instead of a calculation in alarms. Functions get the code of `entries`.
 */
function supported(all: Readonly<Record<string, Resource>>, entries: ReadonlySet<string>): Record<string, Resource> {
  const kept = Object.entries(all).filter(([, { Type }]) => !Type.startsWith('Custom::'))
  const ids = kept.map(([id]) => id)
  const changed = kept.map(([id, { DependsOn, ...resource }]) => [
    id,
    {
      ...withCode(withOneMetric(resource), entries),
      ...(DependsOn && { DependsOn: [DependsOn].flat().filter((each) => ids.includes(each)) }),
    },
  ])
  return Object.fromEntries(changed)
}

function withOneMetric(resource: Resource): Resource {
  if (resource.Type !== 'AWS::CloudWatch::Alarm' || !resource.Properties.Metrics) return resource
  const { Metrics, ...Properties } = resource.Properties
  const metric = { Namespace: 'Messaging', MetricName: 'Calculation', Period: 60, Statistic: 'Sum' }
  return { ...resource, Properties: { ...Properties, ...metric } }
}

function withCode(resource: Resource, entries: ReadonlySet<string>): Resource {
  const entry = resource.Type === 'AWS::Lambda::Function' ? resource.Properties.Code.ZipFile : undefined
  if (!entries.has(entry)) return resource
  const Code = { S3Bucket: BUCKET, S3Key: keyOf(entry) }
  return { ...resource, Properties: { ...resource.Properties, Code } }
}
