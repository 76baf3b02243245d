import { isDeepStrictEqual } from 'node:util'
import { PurgeQueueCommand } from '@aws-sdk/client-sqs'
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Service } from '@messaging/local/start-service.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { quiet } from './faults/quiet.ts'

const LARGEST_BATCH = 25

type Item = Record<string, unknown>

/** What can be as it was. */
export interface Restorable {
  /** Empties the queues and the simulators, cancels faults, and gives the table the items that it had. */
  restore(): Promise<void>
}

/** Remembers what the table of a service holds. */
export async function restorable(service: Service): Promise<Restorable> {
  const administrator = administratorOf(service)
  const { sqs, workQueues, deadQueues } = administrator
  const purge = (queues: readonly string[]) =>
    Promise.all(queues.map((QueueUrl) => sqs.send(new PurgeQueueCommand({ QueueUrl }))))
  await quiet(administrator)
  const before = await readTable(administrator)
  return {
    async restore() {
      const { cloud, provider, receiver, model } = service
      cloud.faults.clear()
      await purge(workQueues)
      await quiet(administrator)
      await restoreTable(administrator, before)
      await quiet(administrator)
      await purge(deadQueues)
      for (const simulator of [provider, receiver, model]) simulator.reset()
    },
  }
}

const keyOf = ({ pk, sk }: Item) => JSON.stringify([pk, sk])

async function readTable({ dynamodb, tableName }: Administrator): Promise<Map<string, Item>> {
  const client = DynamoDBDocumentClient.from(dynamodb)
  const items = new Map<string, Item>()
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true }))
    for (const item of Items) items.set(keyOf(item), item)
  return items
}

/** Deletes items that are new, and puts those back that were changed or deleted. */
async function restoreTable(administrator: Administrator, before: ReadonlyMap<string, Item>): Promise<void> {
  const now = await readTable(administrator)
  const added = [...now].filter(([key]) => !before.has(key))
  const changed = [...before].filter(([key, item]) => !isDeepStrictEqual(item, now.get(key)))
  const writes = [
    ...added.map(([, { pk, sk }]) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...changed.map(([, Item]) => ({ PutRequest: { Item } })),
  ]
  const client = DynamoDBDocumentClient.from(administrator.dynamodb)
  for (let start = 0; start < writes.length; start += LARGEST_BATCH) {
    const batch = writes.slice(start, start + LARGEST_BATCH)
    await client.send(new BatchWriteCommand({ RequestItems: { [administrator.tableName]: batch } }))
  }
}
