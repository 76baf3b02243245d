import type { Principal } from '../front-door/principals.ts'
import { type NoteGrant, noteGrants } from '../iam/grants.ts'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { objectAt, textOf } from '../json.ts'
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
  const target = textOf(mapping.properties.FunctionName) ?? ''
  const fn = functions.find(({ arn, physicalId }) => target === physicalId || target.startsWith(arn))
  const principal = fn && principals.get(fn.arn)
  if (!principal) throw new Error(`${mapping.stack}/${mapping.logicalId}: there is no function ${target}`)
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
