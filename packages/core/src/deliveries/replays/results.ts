import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Replay } from '@replywright/contract/replays.ts'
import { table } from '../../platform/table/table.ts'
import { replayKey } from '../statistics/counters.ts'
import type { ReplayItem } from './replay-entity.ts'

export type ReplayResults = Pick<Replay, 'delivered' | 'failed'>

const NOT_COUNTED: ReplayResults = { delivered: null, failed: null }

/**
 * Returns a function that gives the results of each of `replays`, which belong to one webhook. The stream's counter
 * writes them (`countChanges`), so that attempts write nothing more. Costs half a read unit for about 40 replays.
 */
export async function readResults(replays: readonly ReplayItem[]): Promise<(replay: ReplayItem) => ReplayResults> {
  const ids = replays.map(({ id }) => id).toSorted()
  const [webhookId, first, last] = [replays.at(0)?.webhookId, ids.at(0), ids.at(-1)]
  if (webhookId === undefined || first === undefined || last === undefined) return () => NOT_COUNTED
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': replayKey(webhookId, first).pk, ':first': first, ':last': last },
    }),
  )
  const items = new Map(Items.map((item) => [item.sk, item]))
  return ({ id, counted }) => {
    if (!counted) return NOT_COUNTED
    const { delivered = 0, failed = 0 } = items.get(id) ?? {}
    return { delivered: Number(delivered), failed: Number(failed) }
  }
}
