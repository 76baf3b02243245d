import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { ConversationEntity, ConversationExpiryEntity, listEntry } from '../../conversations/conversation-entity.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { table } from '../../platform/table/table.ts'
import { transact } from '../../platform/table/transact.ts'

/** The prefix of the index entries of waiting conversations, which are up to date. */
const WAITING = 'waiting#'

/**
 * Numbers and conversations listed in an earlier version's index, organisations without list entries, and conversations
 * without a check of their expiry.
 */
export const OUTDATED_KEYS = {
  filter:
    '(#_e = :number AND attribute_exists(#gsi1pk) OR #_e = :conversation AND attribute_exists(#gsi1pk) AND NOT begins_with(#gsi1pk, :waiting) OR #_e = :organization AND attribute_not_exists(#gsi1pk) OR #_e = :conversation AND attribute_not_exists(#he))',
  values: {
    ':number': 'number',
    ':conversation': 'conversation',
    ':organization': 'organization',
    ':waiting': WAITING,
  },
  attributes: ['gsi1pk', 'organizationId', 'phoneNumberId', 'number', 'id', 'lastMessageAt', 'createdAt', 'he'],
} as const

const Outdated = v.object({
  pk: v.string(),
  sk: v.string(),
  gsi1pk: v.pipe(
    v.string(),
    v.check((pk) => !pk.startsWith(WAITING)),
  ),
})
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

const OrganizationKeys = v.object({
  _e: v.literal('organization'),
  id: v.string(),
  createdAt: v.number(),
  gsi1pk: v.optional(v.undefined()),
})

/** Adds what an item of an earlier version lacks. `now` in milliseconds. Returns whether anything was missing. */
export async function completeItem(stored: Readonly<Record<string, unknown>>, now: number): Promise<boolean> {
  const listed = await completeKeys(stored)
  return (await addExpiry(stored, now)) || listed
}

/** Has a conversation checked for its expiry (`expireConversations`), which finds when its last message expires. */
async function addExpiry(stored: Readonly<Record<string, unknown>>, now: number): Promise<boolean> {
  if (!v.is(v.object({ ...ConversationKeys.entries, he: v.optional(v.undefined()) }), stored)) return false
  const { organizationId, id } = stored
  return await transact(
    { conversations: ConversationEntity, expiries: ConversationExpiryEntity },
    ({ conversations, expiries }) => [
      conversations.patch({ organizationId, id }).set({ hasExpiry: true }).commit(),
      expiries.put({ organizationId, conversationId: id, expiresAt: expiryAfter(now, 1) }).commit(),
    ],
  )
}

async function completeKeys(stored: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (v.is(OrganizationKeys, stored)) return await listOrganization(stored)
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

async function listOrganization({ id, createdAt }: v.InferOutput<typeof OrganizationKeys>): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table.table,
    Key: { pk: `o#${id}`, sk: 'organization' },
    UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':pk': 'organizations', ':sk': `${String(createdAt).padStart(13, '0')}#${id}` },
  })
  await table.client.send(update)
  return true
}
