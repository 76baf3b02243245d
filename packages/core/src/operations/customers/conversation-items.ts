import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { parseJson } from '@replywright/contract/json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { GENERATED_PREFIX } from '../../answering/tools/image-tool.ts'
import { TurnEntity } from '../../answering/turns/turn-entity.ts'
import { TurnResultEntity, TurnStepEntity } from '../../answering/turns/turn-steps.ts'
import { WakeUpEntity } from '../../answering/wake-ups/wake-up-entity.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { ConversationEventEntity } from '../../conversations/conversation-event-entity.ts'
import { rememberErased } from '../../conversations/customers/seen-message.ts'
import { copyKey } from '../../conversations/media/media-keys.ts'
import { removeAlias } from '../../conversations/messages/message-alias-entity.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { eraseObjects } from '../../platform/objects/objects.ts'
import { invalidCursor, isRefusal } from '../../platform/paging/page.ts'
import { table } from '../../platform/table/table.ts'
import type { CustomerRef } from './find-customer.ts'

/** An item of a conversation's partition, as stored. `_e` is the name of its entity. */
const Item = v.looseObject({ pk: v.string(), sk: v.string(), _e: v.string() })
export type Item = v.InferOutput<typeof Item>
const Page = v.object({
  Items: v.optional(v.array(Item), []),
  LastEvaluatedKey: v.optional(v.object({ pk: v.string(), sk: v.string() })),
})

const PAGE = 100

/**
 * Reads a page of a conversation's partition, strongly consistent. `after` is the sort key of the page before.
 * @throws ServiceError 400 for a text that cannot be a sort key
 */
export async function readItems(
  organizationId: string,
  id: string,
  after?: string,
): Promise<{ readonly items: readonly Item[]; readonly after: string | undefined }> {
  const { pk } = ConversationEntity.get({ organizationId, id }).params().Key
  const query = new QueryCommand({
    TableName: table.table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
    Limit: PAGE,
    ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
  })
  const read = await table.client.send(query).catch((error: unknown) => {
    throw after !== undefined && isRefusal(error) ? invalidCursor() : error
  })
  const page = v.parse(Page, read)
  return { items: page.Items, after: page.LastEvaluatedKey?.sk }
}

/** The entities whose items an export contains. Other items contain no data of the customer. */
const READERS: Readonly<Record<string, (item: Item) => object | null>> = {
  conversation: (item) => ConversationEntity.parse({ Item: item }).data,
  message: (item) => MessageEntity.parse({ Item: item }).data,
  // Members write about the customer in notes.
  conversationEvent(item) {
    const { data } = ConversationEventEntity.parse({ Item: item })
    return data?.kind === 'note' ? data : null
  },
  turn: (item) => TurnEntity.parse({ Item: item }).data,
  turnStep: (item) => TurnStepEntity.parse({ Item: item }).data,
  turnResult: (item) => TurnResultEntity.parse({ Item: item }).data,
  wakeUp: (item) => WakeUpEntity.parse({ Item: item }).data,
}

/** Returns an item with the names of its attributes, or undefined if an export omits it. */
export function recordOf(item: Item): { readonly type: string } | undefined {
  const record = READERS[item._e]?.(item)
  return record ? { ...record, type: item._e } : undefined
}

/** Returns an item as a message, or null if it is another. */
export function messageOf(item: Item): MessageItem | null {
  return item._e === 'message' ? MessageEntity.parse({ Item: item }).data : null
}

/**
 * Deletes an item. Deletes its files first, so that a repeat still knows them: those of a message, and the pictures of
 * a tool, which may not have been sent. Idempotent.
 */
export async function eraseItem(item: Item, { number }: CustomerRef, now: EpochMs): Promise<void> {
  const message = messageOf(item)
  if (message) {
    const { organizationId, conversationId, id, waId, media = [], movedFrom = conversationId } = message
    const copies = media.flatMap((file, index) =>
      [conversationId, movedFrom].map((place) =>
        copyKey({ organizationId, conversationId: place, messageId: id, index }, file),
      ),
    )
    // The price of a sent message may arrive later.
    if (message.direction === 'inbound' || message.charge === undefined) await rememberErased(message, now)
    await eraseObjects([...copies, ...media.flatMap(({ key }) => key ?? [])])
    if (waId !== '') await removeAlias({ organizationId, phoneNumberId: number.phoneNumberId, waId })
  }
  await eraseObjects(picturesOf(item))
  await table.client.send(new DeleteCommand({ TableName: table.table, Key: { pk: item.pk, sk: item.sk } }))
}

/** The part of a tool's result that its pictures are found by. */
const Pictures = v.object({ media: v.array(v.object({ key: v.string() })) })

/**
 * Returns the keys of the pictures that a tool created; none for another item. Also of a result that a later version
 * stored, which does not end an erasure.
 */
function picturesOf(item: Item): string[] {
  const { data } = item._e === 'turnResult' ? TurnResultEntity.parse({ Item: item }) : { data: null }
  const { success, output } = v.safeParse(Pictures, data && parseJson(data.result)?.value)
  const keys = success ? output.media.map(({ key }) => key) : []
  return keys.filter((key) => key.startsWith(GENERATED_PREFIX))
}
