import { expect, test } from 'vitest'
import type { Grant } from '../iam/grants.ts'
import { parsePolicy } from '../iam/policy.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { requireMappingRights } from './mapping-rights.ts'

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
