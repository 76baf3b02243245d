import { DeleteCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { table } from '../../platform/table/table.ts'
import { ConversationEntity } from '../conversation-entity.ts'
import { StoredItem } from './moved-item.ts'

/** The key of an item. */
export interface ItemKey {
  readonly pk: string
  readonly sk: string
}

const Keyed = v.object({ pk: v.string(), sk: v.string() })

/** Returns the key of an item as ElectroDB's parameters have it. */
export function keyOf(parameters: { readonly Key?: unknown }): ItemKey {
  return v.parse(Keyed, parameters.Key)
}

/** Returns the partition key of a conversation. */
export function partitionOf(organizationId: string, id: string): string {
  return keyOf(ConversationEntity.get({ organizationId, id }).params()).pk
}

const Page = v.object({
  Items: v.optional(v.array(StoredItem), []),
  LastEvaluatedKey: v.optional(Keyed),
})

/** Reads all items of a partition, strongly consistent, in pages. */
export async function* itemsOf(pk: string): AsyncGenerator<StoredItem> {
  let start: ItemKey | undefined
  do {
    const read = await table.client.send(
      new QueryCommand({
        TableName: table.table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    )
    const page = v.parse(Page, read)
    yield* page.Items
    start = page.LastEvaluatedKey
  } while (start)
}

/**
 * Stores an item in another partition and deletes it where it was. What is there already stays. With `guard`, both happen at once, and only as long as the
 * item of that key exists. Returns false if it does not. Idempotent.
 */
export async function transferItem(from: ItemKey, to: StoredItem, guard?: ItemKey): Promise<boolean> {
  const put = { TableName: table.table, Item: to, ConditionExpression: 'attribute_not_exists(pk)' }
  const remove = { TableName: table.table, Key: { pk: from.pk, sk: from.sk } }
  if (!guard) {
    await table.client.send(new PutCommand(put)).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error
    })
    await table.client.send(new DeleteCommand(remove))
    return true
  }
  const check = {
    ConditionCheck: {
      TableName: table.table,
      Key: { pk: guard.pk, sk: guard.sk },
      ConditionExpression: 'attribute_exists(pk)',
    },
  }
  const refused = await refusalsOf([check, { Put: put }, { Delete: remove }])
  // An item of this key is there already.
  if (refused.includes(1) && !refused.includes(0)) return (await refusalsOf([check, { Delete: remove }])).length === 0
  return refused.length === 0
}

const Cancelled = v.object({ CancellationReasons: v.array(v.object({ Code: v.optional(v.string()) })) })

/** Writes a transaction. Returns the indexes of the operations whose conditions failed. @throws Error for other reasons */
async function refusalsOf(
  items: NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>,
): Promise<number[]> {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: items }))
    return []
  } catch (error) {
    const read = v.safeParse(Cancelled, error)
    const codes = read.success ? read.output.CancellationReasons.map(({ Code }) => Code) : []
    const refused = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []))
    if (refused.length === 0) throw error
    return refused
  }
}
