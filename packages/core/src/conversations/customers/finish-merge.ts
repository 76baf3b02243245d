import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { MergeMessage } from '@replywright/contract/queues.ts'
import * as v from 'valibot'
import { AuditEntity } from '../../platform/audit/audit-entity.ts'
import { newEntry } from '../../platform/audit/audit-log.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { table } from '../../platform/table/table.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'
import { moveMemory } from '../memory-entity.ts'
import { requestArming } from '../service-window/arming-entity.ts'
import { needsArming } from '../service-window/window.ts'
import { currentId, MergedEntity } from './moved-entity.ts'
import { type Move, movedItem, StoredItem } from './moved-item.ts'

/**
 * Processes the message of a merge: moves what belongs to a customer, or a conversation, that continues as another one. The merge itself
 * has sent the message, so that no crash after it leaves anything behind. Idempotent. `now` in milliseconds.
 */
export async function finishMerge({ organizationId, id }: MergeMessage, now: number): Promise<void> {
  await moveMerged(organizationId, id, now)
  await recordMerge(organizationId, id)
  await MergedEntity.patch({ organizationId, id }).remove(['out']).go({ returnOnConditionCheckFailure: true })
  log('customer.merge_finished', { organizationId })
}

/** Stores the merge of a customer in the audit log, once: the id derives from the merge. */
async function recordMerge(organizationId: string, id: string): Promise<void> {
  const { data: merged } = await MergedEntity.get({ organizationId, id }).go({ consistent: true })
  // A conversation has a session.
  if (merged?.at === undefined || merged.session !== undefined) return
  const change = { organizationId, action: 'merge_automatically', object: 'customer', objectId: merged.to } as const
  const entry = newEntry(change, derivedTimeId(merged.at, 'merge', organizationId, id))
  await AuditEntity.create({ ...entry, outcome: 'done' }).go({ returnOnConditionCheckFailure: true })
}

/** Moves what belongs to a customer, or a conversation, that was merged: memory, and items of the partition. Idempotent. */
export async function moveMerged(organizationId: string, id: string, now: number): Promise<void> {
  const { data: merged } = await MergedEntity.get({ organizationId, id }).go({ consistent: true })
  if (!merged) return
  const to = await currentId(organizationId, id)
  await moveMemory(organizationId, id, to, now)
  const { data: target } = await ConversationEntity.get({ organizationId, id: to }).go({ consistent: true })
  if (!target) return
  await moveItems(organizationId, {
    from: id,
    to,
    pk: partitionOf(organizationId, to),
    session: target.sessionId,
    last: { session: merged.session, messageId: merged.lastMessageId },
    messageId: target.lastMessageId,
    takenAt: target.inboundTakenAt,
  })
  await watch(target, id, now)
}

/** The schedule of the conversation that ended can have been the only one. */
async function watch(target: ConversationItem, origin: string, now: number): Promise<void> {
  if (needsArming(target, now)) await requestArming(target, { messageId: origin }, now)
}

function partitionOf(organizationId: string, id: string): string {
  return v.parse(v.object({ pk: v.string() }), ConversationEntity.get({ organizationId, id }).params().Key).pk
}

const Page = v.object({
  Items: v.optional(v.array(StoredItem), []),
  LastEvaluatedKey: v.optional(v.object({ pk: v.string(), sk: v.string() })),
})

/** Moves the items of a conversation to the one that continues it. Ids derive from time, so that both are one thread in order. */
async function moveItems(organizationId: string, move: Move): Promise<void> {
  const pk = partitionOf(organizationId, move.from)
  let start: { readonly pk: string; readonly sk: string } | undefined
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
    for (const item of page.Items) await moveItem(item, move)
    start = page.LastEvaluatedKey
  } while (start)
}

async function moveItem(item: StoredItem, move: Move): Promise<void> {
  const moved = movedItem(item, move)
  if (!moved) return
  const put = new PutCommand({
    TableName: table.table,
    Item: moved,
    ConditionExpression: 'attribute_not_exists(pk)',
  })
  // An earlier run has moved it.
  await table.client.send(put).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error
  })
  await table.client.send(new DeleteCommand({ TableName: table.table, Key: { pk: item.pk, sk: item.sk } }))
}
