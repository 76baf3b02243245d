import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Cloud } from '@replywright/cloud'
import * as v from 'valibot'
import { clientOf, outputOf } from './administrator.ts'

const CONCURRENCY = 8
const BATCH = 25

const Update = v.looseObject({ TableName: v.string(), Key: v.record(v.string(), v.unknown()) })

type Item = Record<string, unknown>
type Writes = NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>[string]

/** Writes items to the service's table with the administrator's rights, many at a time, without conditions. */
export function batchWriter(cloud: Cloud) {
  const client = DynamoDBDocumentClient.from(clientOf(DynamoDBClient, cloud), {
    marshallOptions: { removeUndefinedValues: true },
  })
  const TableName = outputOf(cloud, 'TableName')
  return {
    /** Writes all items of an iterable. It is read while items are written, so it can be longer than memory. */
    async write(items: Iterable<Item>): Promise<void> {
      const source = items[Symbol.iterator]()
      const worker = async () => {
        for (;;) {
          let writes: Writes = []
          for (let next = source.next(); !next.done; next = source.next())
            if (writes.push({ PutRequest: { Item: next.value } }) === BATCH) break
          if (writes.length === 0) return
          while (writes.length > 0) {
            const { UnprocessedItems } = await client.send(
              new BatchWriteCommand({ RequestItems: { [TableName]: writes } }),
            )
            writes = UnprocessedItems?.[TableName] ?? []
          }
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    },
    /** Sends an update of ElectroDB: `entity.update(…).params()`. */
    async update(input: Item): Promise<void> {
      await client.send(new UpdateCommand(v.parse(Update, { ...input, TableName })))
    },
  }
}
