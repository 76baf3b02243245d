import { expect, test } from 'vitest'
import type { Grant } from '../iam/grants.ts'
import { parsePolicy } from '../iam/policy.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { requireMappingLimits, requireMappingRights } from './mapping-requirements.ts'

const STREAM = 'arn:aws:dynamodb:r:1:table/t/stream/s'
const BUCKET = 'arn:aws:s3:::failures'
const resource = (logicalId: string, type: string, properties: JsonObject = {}): Resource => ({
  stack: 'Test',
  logicalId,
  type,
  physicalId: logicalId,
  arn: `arn:${logicalId}`,
  properties,
})
const relay = resource('Relay', 'AWS::Lambda::Function')
const mapping = resource('Mapping', 'AWS::Lambda::EventSourceMapping', {
  EventSourceArn: STREAM,
  FunctionName: 'Relay',
  DestinationConfig: { OnFailure: { Destination: BUCKET } },
})
const reads = { Effect: 'Allow', Action: 'dynamodb:*', Resource: STREAM }
const lists = { Effect: 'Allow', Action: 's3:ListBucket', Resource: BUCKET }
const puts = { Effect: 'Allow', Action: 's3:PutObject', Resource: `${BUCKET}/aws/lambda/*` }

function connect(...allowed: readonly JsonObject[]): Grant[] {
  const noted: Grant[] = []
  const statements = parsePolicy({ Statement: allowed }).map((statement) => ({ ...statement, role: 'Test/Role' }))
  const principals = new Map([[relay.arn, { arn: 'arn:role', statements }]])
  requireMappingRights(mapping, [relay], principals, (grant) => noted.push(grant))
  return noted
}

test('records the grants on the stream and on the bucket for failed batches', () => {
  const actions = new Set(connect(reads, lists, puts).map(({ action }) => action))
  expect([...actions]).toEqual(['dynamodb:*', 's3:ListBucket', 's3:PutObject'])
})

test.each([
  ['s3:ListBucket', [reads, puts]],
  ['s3:PutObject', [reads, lists]],
  ['dynamodb:DescribeStream', [lists, puts]],
] as const)('without %s it is refused', (action, allowed) => {
  expect(() => connect(...allowed)).toThrow(`Test/Mapping: the role of function Relay may not ${action}`)
})

function check(mapping: JsonObject, queue: JsonObject = {}, fn: JsonObject = {}): void {
  const source = resource('Mapping', 'AWS::Lambda::EventSourceMapping', {
    EventSourceArn: 'arn:Queue',
    FunctionName: 'Worker',
    ...mapping,
  })
  requireMappingLimits(source, [
    source,
    resource('Queue', 'AWS::SQS::Queue', queue),
    resource('Worker', 'AWS::Lambda::Function', fn),
  ])
}

test.each([
  ['a timeout as long as the visibility timeout', {}, { VisibilityTimeout: 60 }, { Timeout: 60 }],
  ['the defaults', {}, {}, {}],
  ['a large batch with a window', { BatchSize: 11, MaximumBatchingWindowInSeconds: 1 }, {}, {}],
  ['a concurrency of two', { ScalingConfig: { MaximumConcurrency: 2 } }, {}, {}],
] as const)('accepts %s', (_, mapping, queue, fn) => {
  expect(() => check(mapping, queue, fn)).not.toThrow()
})

test.each([
  ['a longer timeout', {}, { VisibilityTimeout: 59 }, { Timeout: 60 }, 'VisibilityTimeout of 59 s'],
  ['a timeout above the default', {}, {}, { Timeout: 31 }, 'VisibilityTimeout of 30 s'],
  ['a visibility timeout below the default', {}, { VisibilityTimeout: 2 }, {}, 'Timeout of 3 s'],
  ['a large batch', { BatchSize: 11 }, {}, {}, 'BatchSize above 10'],
  [
    'a large batch of a FIFO queue',
    { BatchSize: 11, MaximumBatchingWindowInSeconds: 1 },
    { FifoQueue: true },
    {},
    'BatchSize above 10',
  ],
  ['a concurrency of one', { ScalingConfig: { MaximumConcurrency: 1 } }, {}, {}, 'at least 2'],
] as const)('refuses %s', (_, mapping, queue, fn, message) => {
  expect(() => check(mapping, queue, fn)).toThrow(message)
})
