import * as v from 'valibot'
import { InternalError } from '../../platform/errors.ts'
import { ConversationEntity, type ConversationItem } from '../conversation-entity.ts'
import { CustomerEntity, type CustomerItem } from './customer-entity.ts'
import type { MergeRecordItem } from './merge-record-entity.ts'
import { StoredItem } from './moved-item.ts'

/** Returns the customer who was merged, as before. */
export function customerOf({ customer }: MergeRecordItem): CustomerItem {
  const { data } = CustomerEntity.parse({ Item: v.parse(StoredItem, customer) })
  if (!data) throw new InternalError('a record of a merge without its customer')
  return data
}

function conversationOf(raw: unknown): ConversationItem[] {
  const { data } = ConversationEntity.parse({ Item: v.parse(StoredItem, raw) })
  return data ? [data] : []
}

/** Returns the conversations that became one by a merge, as they were before. */
export function conversationsOf({
  pairs,
}: Pick<MergeRecordItem, 'pairs'>): { from: ConversationItem; to: ConversationItem }[] {
  return pairs.flatMap((pair) => {
    const [[from], [to]] = [conversationOf(pair.from), conversationOf(pair.to)]
    return from && to ? [{ from, to }] : []
  })
}
