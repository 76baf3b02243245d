import type { Principal } from '../front-door/principals.ts'
import { decide } from '../iam/policy.ts'
import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

/** What CreateEventSourceMapping demands of the function's role. */
const QUEUE_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
const STREAM_ACTIONS = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator']

/** @throws Error naming function and action when the function's role may not read its event source. */
export function requireMappingRights(
  mapping: Resource,
  functions: readonly Resource[],
  principals: ReadonlyMap<string, Principal>,
): void {
  const source = textOf(mapping.properties.EventSourceArn) ?? ''
  const target = textOf(mapping.properties.FunctionName) ?? ''
  const fn = functions.find(({ arn, physicalId }) => target === physicalId || target.startsWith(arn))
  const principal = fn && principals.get(fn.arn)
  if (!principal) throw new Error(`${mapping.stack}/${mapping.logicalId}: there is no function ${target}`)
  const isQueue = source.startsWith('arn:aws:sqs:')
  const needs = (isQueue ? QUEUE_ACTIONS : STREAM_ACTIONS).map((action) => ({ action, resource: source }))
  // ListStreams is granted on all streams of a table, or on everything.
  if (!isQueue) needs.push({ action: 'dynamodb:ListStreams', resource: source })
  const missing = needs.find((need) => decide(principal.statements, need) !== 'allow')
  if (!missing) return
  throw new Error(
    `${mapping.stack}/${mapping.logicalId}: the role of function ${fn.physicalId} may not ${missing.action} on ${source}`,
  )
}
