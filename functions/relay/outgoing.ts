import type { Outgoing } from '@messaging/core/platform/queues/pack-batches.ts'
import type { DynamoDBRecord } from 'aws-lambda'

/** Returns `out` of a stream record, or undefined if it is missing or incomplete. */
export function outgoingOf(record: DynamoDBRecord): Outgoing['out'] | undefined {
  const out = record.dynamodb?.NewImage?.out?.M
  const [q, g, b, d, r] = [out?.q?.S, out?.g?.S, out?.b?.S, out?.d?.N, out?.r?.S]
  if (!q || !g || b === undefined) return undefined
  return { q, g, b, ...(d !== undefined && { d: Number(d) }), ...(r !== undefined && { r }) }
}
