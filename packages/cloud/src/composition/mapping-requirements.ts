import { targetOf } from '../event-sources/mapping.ts'
import type { Principal } from '../front-door/principals.ts'
import { type NoteGrant, noteGrants } from '../iam/grants.ts'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { isTrue, numberOf, objectAt, textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

/** Actions that CreateEventSourceMapping requires of the function's role. */
const QUEUE_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
const STREAM_ACTIONS = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator']

/** Actions that a mapping needs on the bucket of its on-failure destination, and on the bucket's objects. */
const BUCKET_ACTION = 's3:ListBucket'
const OBJECT_ACTION = 's3:PutObject'

/**
 * Records the grants that the mapping uses with the function's role.
 * @throws Error that names function and action if the role may not read the event source or write to the mapping's
 * bucket.
 */
export function requireMappingRights(
  mapping: Resource,
  functions: readonly Resource[],
  principals: ReadonlyMap<string, Principal>,
  onGrantUsed?: NoteGrant,
): void {
  const source = textOf(mapping.properties.EventSourceArn) ?? ''
  const fn = targetOf(mapping, functions)
  const principal = fn && principals.get(fn.arn)
  if (!principal) {
    const target = textOf(mapping.properties.FunctionName)
    throw new Error(`${mapping.stack}/${mapping.logicalId}: there is no function ${target}`)
  }
  const isQueue = source.startsWith('arn:aws:sqs:')
  const actions = isQueue ? QUEUE_ACTIONS : STREAM_ACTIONS
  const needs: AccessRequest[] = actions.map((action) => ({ action, resource: source }))
  // ListStreams is granted on all streams of a table, or on everything.
  if (!isQueue) needs.push({ action: 'dynamodb:ListStreams', resource: source })
  const failures = textOf(objectAt(objectAt(mapping.properties, 'DestinationConfig'), 'OnFailure').Destination)
  if (failures?.startsWith('arn:aws:s3:')) {
    needs.push({ action: BUCKET_ACTION, resource: failures })
    needs.push({ action: OBJECT_ACTION, resource: `${failures}/aws/lambda/${mapping.physicalId}/shard` })
  }
  noteGrants(principal.statements, needs, onGrantUsed)
  const missing = needs.find((need) => decide(principal.statements, need) !== 'allow')
  if (!missing) return
  throw new Error(
    `${mapping.stack}/${mapping.logicalId}: the role of function ${fn.physicalId} may not ${missing.action} on ${missing.resource}`,
  )
}

/** Messages of a batch that is not collected over time, and of every batch of a FIFO queue. */
const MAX_IMMEDIATE_BATCH = 10
const MIN_CONCURRENCY = 2

/** @throws Error for a mapping of a queue that AWS refuses. */
export function requireMappingLimits(mapping: Resource, resources: readonly Resource[]): void {
  const { properties } = mapping
  const queue = resources.find(
    ({ type, arn }) => type === 'AWS::SQS::Queue' && arn === textOf(properties.EventSourceArn),
  )
  if (!queue) return
  const refuse = (reason: string) => {
    throw new Error(`${mapping.stack}/${mapping.logicalId}: ${reason}`)
  }
  const visibility = numberOf(queue.properties.VisibilityTimeout) ?? 30
  const timeout = numberOf(targetOf(mapping, resources)?.properties.Timeout) ?? 3
  if (visibility < timeout) {
    refuse(`the queue's VisibilityTimeout of ${visibility} s is less than the function's Timeout of ${timeout} s`)
  }
  const window = isTrue(queue.properties.FifoQueue) ? 0 : numberOf(properties.MaximumBatchingWindowInSeconds)
  if (!window && (numberOf(properties.BatchSize) ?? 0) > MAX_IMMEDIATE_BATCH) {
    refuse(`a BatchSize above ${MAX_IMMEDIATE_BATCH} requires a standard queue and MaximumBatchingWindowInSeconds`)
  }
  const concurrency = numberOf(objectAt(properties, 'ScalingConfig').MaximumConcurrency)
  if (concurrency !== undefined && concurrency < MIN_CONCURRENCY) {
    refuse(`MaximumConcurrency must be at least ${MIN_CONCURRENCY}`)
  }
}
