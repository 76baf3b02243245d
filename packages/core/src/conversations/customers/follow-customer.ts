import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { table } from '../../platform/table/table.ts'
import { ConversationEntity } from '../conversation-entity.ts'
import { ConversationEventEntity } from '../conversation-event-entity.ts'
import { moveMemory } from '../memory-entity.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { copyChoice, dropChoice, findOptedOut, refuseMarketing } from '../opt-out.ts'
import type { Identity } from './identity.ts'
import { CustomerEntity, type CustomerItem } from './name-entity.ts'
import { currentNames, nameKey } from './names.ts'
import type { Loaded } from './store.ts'

/** Returns the names under which a customer's choice about marketing is stored. */
export function choiceNames({ names }: Pick<CustomerItem, 'names'>): string[] {
  return [...currentNames(names, 'phone'), ...currentNames(names, 'user_id')].map(nameKey)
}

/**
 * Copies a customer's choice about marketing to their new names, before these are stored. Of two customers who are one, it is
 * a refusal if one of them refused.
 */
export async function keepChoices(loaded: Loaded, identity: Identity, id: string): Promise<void> {
  const { organizationId } = loaded
  const before = [id, ...identity.merges.flatMap(({ from, into }) => [from, into])]
  const parties = [...new Set(before)].flatMap((each) => loaded.customers.get(each) ?? [])
  if (parties.length === 0) return
  const customer = identity.customers.get(id)
  const names = customer ? choiceNames(customer) : []
  if (parties.length === 1) return await copyChoice(organizationId, parties.flatMap(choiceNames), names)
  const refusals = await Promise.all(parties.map((party) => findOptedOut(organizationId, choiceNames(party))))
  const all = [...parties.flatMap(choiceNames), ...names]
  if (refusals.includes(true)) await refuseMarketing(organizationId, all)
  else await copyChoice(organizationId, all, names)
}

/**
 * Completes a change of a customer after it was stored: moves the messages and the memory of merged customers, and forgets the
 * choice about marketing under names that the customer has left. Idempotent. `now` in milliseconds.
 */
export async function followCustomer(customer: CustomerItem, now: number): Promise<void> {
  const { organizationId, id, names, merged = [] } = customer
  const left = names.filter(({ kind, until }) => kind === 'phone' && until !== undefined)
  await Promise.all(left.map((name) => dropChoice(organizationId, nameKey(name), name.until ?? 0)))
  const open = merged.filter(({ isDone }) => !isDone)
  if (open.length === 0) return
  for (const merge of open) {
    for (const { from, to } of merge.moves) await moveItems(organizationId, from, to)
    await moveMemory(organizationId, merge.id, id, now)
  }
  await CustomerEntity.patch({ organizationId, id })
    .set({ merged: merged.map((each) => ({ ...each, isDone: true })), revision: customer.revision + 1 })
    .where(({ revision }, { eq }) => eq(revision, customer.revision))
    .go({ returnOnConditionCheckFailure: true })
}

const Item = v.looseObject({ pk: v.string(), sk: v.string(), _e: v.string() })
const Page = v.object({
  Items: v.optional(v.array(Item), []),
  LastEvaluatedKey: v.optional(v.object({ pk: v.string(), sk: v.string() })),
})

/**
 * Moves the messages and events of a conversation to another one: their ids derive from time, so that both are one thread in
 * order. A message that waits for a turn was sent to the queue before. Idempotent.
 */
async function moveItems(organizationId: string, from: string, to: string): Promise<void> {
  const { pk } = ConversationEntity.get({ organizationId, id: from }).params().Key
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
    for (const item of page.Items) {
      if (item._e === 'message') await moveMessage(organizationId, item, from, to)
      if (item._e === 'conversationEvent') await moveEvent(item, to)
    }
    start = page.LastEvaluatedKey
  } while (start)
}

async function moveMessage(organizationId: string, item: v.InferOutput<typeof Item>, from: string, to: string) {
  const { data } = MessageEntity.parse({ Item: item })
  if (!data) return
  const { out: _, ...message } = data
  await MessageEntity.create({ ...message, conversationId: to, movedFrom: message.movedFrom ?? from }).go({
    returnOnConditionCheckFailure: true,
  })
  await MessageEntity.delete({ organizationId, conversationId: from, id: message.id }).go()
}

async function moveEvent(item: v.InferOutput<typeof Item>, to: string): Promise<void> {
  const { data } = ConversationEventEntity.parse({ Item: item })
  if (!data) return
  const { organizationId, conversationId, id } = data
  await ConversationEventEntity.create({ ...data, conversationId: to }).go({ returnOnConditionCheckFailure: true })
  await ConversationEventEntity.delete({ organizationId, conversationId, id }).go()
}
