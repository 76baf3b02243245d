import { join } from 'node:path'
import { SQS } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Cloud, startCloud } from '../cloud.ts'
import { objectAt } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { functionResources, writeAssembly } from '../testing/assembly.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { MOST_IN_CHAIN } from './lineage.ts'

/** Sends each message to its own queue again, and a copy to another one. */
const LOOP = `
import { SQS } from '@aws-sdk/client-sqs'
const sqs = new SQS({})
export const handler = async ({ Records }) => {
  for (const { body, attributes } of Records) {
    if (!attributes.AWSTraceHeader?.includes('Lineage=')) console.log('starts a chain')
    await sqs.sendMessage({ QueueUrl: process.env.OUT_URL, MessageBody: body })
    if (Number(body) < 40) await sqs.sendMessage({ QueueUrl: process.env.QUEUE_URL, MessageBody: String(Number(body) + 1) })
  }
}`

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })

/** A message whose chain is stopped comes again after `seconds`. A function that takes longer would get its message again, too. */
function loop(name: string, seconds: number, properties: Record<string, string> = {}): Record<string, Json> {
  const own: JsonObject = functionResources(name, {
    hash: 'loop',
    environment: { QUEUE_URL: { Ref: `${name}Queue` }, OUT_URL: { Ref: `${name}Out` } },
    statements: [
      {
        Effect: 'Allow',
        Action: ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        Resource: [arnOf(`${name}Queue`), arnOf(`${name}Out`)],
      },
    ],
  })
  const fn = objectAt(own, name)
  return {
    ...own,
    [name]: { ...fn, Properties: { ...objectAt(fn, 'Properties'), Timeout: String(seconds), ...properties } },
    [`${name}Out`]: { Type: 'AWS::SQS::Queue' },
    [`${name}Dead`]: { Type: 'AWS::SQS::Queue' },
    [`${name}Queue`]: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: seconds,
        RedrivePolicy: { deadLetterTargetArn: arnOf(`${name}Dead`), maxReceiveCount: 2 },
      },
    },
    [`${name}Mapping`]: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: arnOf(`${name}Queue`), FunctionName: { Ref: name }, BatchSize: 1 },
    },
  }
}

const directory = temporaryDirectory()
let cloud: Cloud
beforeAll(async () => {
  const assembly = join(directory.path, 'cdk.out')
  const Resources = {
    ...loop('Stopped', 3),
    ...loop('Allowed', 30, { RecursiveLoop: 'Allow' }),
  }
  writeAssembly(assembly, { Resources }, { loop: LOOP })
  cloud = await startCloud({ assembly, dynamodb: inject('dynamodb'), dataDir: join(directory.path, 'data') })
})
afterAll(async () => {
  await cloud.stop()
  directory[Symbol.dispose]()
})

async function messagesIn(sqs: SQS, logicalId: string): Promise<number> {
  const { Attributes } = await sqs.getQueueAttributes({
    QueueUrl: cloud.resource(logicalId).physicalId,
    AttributeNames: ['ApproximateNumberOfMessages'],
  })
  return Number(Attributes?.ApproximateNumberOfMessages)
}

test.each([
  ['Stopped', MOST_IN_CHAIN, 1],
  ['Allowed', 40, 0],
])('the loop of the function %s has %i invocations and %i dead letters', async (name, invocations, dead) => {
  const sqs = new SQS({
    endpoint: cloud.endpointUrl,
    region: cloud.environment.region,
    credentials: cloud.administrator,
  })
  await sqs.sendMessage({ QueueUrl: cloud.resource(`${name}Queue`).physicalId, MessageBody: '1' })
  await vi.waitFor(
    async () =>
      expect([await messagesIn(sqs, `${name}Out`), await messagesIn(sqs, `${name}Dead`)]).toEqual([invocations, dead]),
    { timeout: 120_000, interval: 200 },
  )
})
