import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { ConversationEntity, listEntry } from '../conversations/conversation-entity.ts'
import { NumberOwnershipEntity } from '../numbers/number-ownership-entity.ts'
import { table } from '../table.ts'

/** Numbers and conversations whose list entries are in the index that earlier versions kept them in. */
export const OUTDATED_KEYS = {
  filter: '(#_e IN (:number, :conversation) AND attribute_exists(#gsi1pk))',
  values: { ':number': 'number', ':conversation': 'conversation' },
  attributes: ['gsi1pk', 'organizationId', 'phoneNumberId', 'number', 'id', 'lastMessageAt', 'createdAt'],
} as const

const Outdated = v.object({ pk: v.string(), sk: v.string(), gsi1pk: v.string() })
const NumberKeys = v.object({
  _e: v.literal('number'),
  organizationId: v.string(),
  phoneNumberId: v.string(),
  number: v.string(),
})
const ConversationKeys = v.object({
  _e: v.literal('conversation'),
  organizationId: v.string(),
  id: v.string(),
  createdAt: v.number(),
  lastMessageAt: v.optional(v.number()),
})

/** Writes what lists of numbers and conversations need and an item of an earlier version lacks. Returns whether it did. */
export async function completeKeys(stored: Readonly<Record<string, unknown>>): Promise<boolean> {
  const outdated = v.safeParse(v.intersect([Outdated, v.variant('_e', [NumberKeys, ConversationKeys])]), stored)
  if (!outdated.success) return false
  const { pk, sk, ...item } = outdated.output
  if (item._e === 'number') {
    const { organizationId, number, phoneNumberId } = item
    await NumberOwnershipEntity.put({ organizationId, number, phoneNumberId }).go()
  } else {
    const { organizationId, id } = item
    await ConversationEntity.patch({ organizationId, id })
      .set(listEntry({ id, listedAt: undefined }, item.lastMessageAt ?? item.createdAt))
      .where(({ listedAt }, { notExists }) => notExists(listedAt))
      .go({ returnOnConditionCheckFailure: true })
  }
  await removeOutdated(pk, sk)
  return true
}

async function removeOutdated(pk: string, sk: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.table,
    Key: { pk, sk },
    UpdateExpression: 'REMOVE gsi1pk, gsi1sk, activityHour',
    ConditionExpression: 'attribute_exists(pk)',
  })
  try {
    await table.client.send(update)
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
