import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { expiryAfter } from '../../platform/clock.ts'
import { table } from '../../platform/table/table.ts'
import { type Change, changeOf } from './changes.ts'
import { attributeOf, blockKey, positionOf } from './counters.ts'

/** A delivery is kept for 30 days. Its last result may be counted later. */
const KEPT_DAYS = 33

/**
 * Adds a batch of stream records to the counters of their webhooks, with one write for each webhook, eight hours and
 * shard of the log. Lambda retries the whole batch if a write fails. An item has the position of the last record that it
 * counts of each shard, so no record is counted twice. Deliveries of one shard have neighbouring keys, so their records
 * come in order; those of other shards can come from another shard of the stream, in any order.
 */
export async function countChanges(event: DynamoDBStreamEvent): Promise<void> {
  const changes = event.Records.flatMap((record) => changeOf(record) ?? [])
  const blocks = Map.groupBy(changes, ({ webhookId, shard, at }) =>
    [...Object.values(blockKey(webhookId, at)), shard].join(),
  )
  const written = await Promise.allSettled([...blocks.values()].map(addToBlock))
  const failed = written.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Adds changes of one item and shard, in the order of the stream, without those that it already counts. */
async function addToBlock(changes: readonly Change[]): Promise<void> {
  const [first, last] = [changes.at(0), changes.at(-1)]
  if (!first || !last) return
  const position = positionOf(first.shard)
  const sums = new Map<string, number>()
  for (const { at, counts } of changes)
    for (const [counter, by] of counts) {
      const name = attributeOf(at, counter)
      sums.set(name, (sums.get(name) ?? 0) + by)
    }
  const added = [...sums].filter(([, by]) => by !== 0)
  const add = added.length > 0 ? ` ADD ${added.map((_, index) => `#${index} :${index}`).join(', ')}` : ''
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.table,
        Key: blockKey(first.webhookId, first.at),
        UpdateExpression: `SET #position = :last, #expiresAt = :expiresAt${add}`,
        ConditionExpression: 'attribute_not_exists(#position) OR #position < :first',
        ExpressionAttributeNames: {
          '#position': position,
          '#expiresAt': 'expiresAt',
          ...Object.fromEntries(added.map(([name], index) => [`#${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':first': first.position,
          ':last': last.position,
          ':expiresAt': expiryAfter(first.at, KEPT_DAYS),
          ...Object.fromEntries(added.map(([, by], index) => [`:${index}`, by])),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const counted = error.Item?.[position]?.S
    if (counted === undefined) throw error
    await addToBlock(changes.filter((change) => change.position > counted))
  }
}
