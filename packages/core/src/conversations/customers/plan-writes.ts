import type { EpochMs } from '@replywright/contract/time.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { InternalError } from '../../platform/errors.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { copyOf } from './copy-names.ts'
import type { CustomerItem } from './customer-entity.ts'
import type { Identity } from './identity.ts'
import { countsOf, joined } from './join-conversations.ts'
import type { Loaded } from './load-identity.ts'
import type { MergeRecordItem } from './merge-record-entity.ts'
import type { Evidence } from './name-entity.ts'
import { type Names, nameKey } from './names.ts'
import { conversationIdOf, type NewConversation, newConversation } from './new-conversation.ts'
import { originsIn } from './origins.ts'

/** What is written beside the changes of names: `seen` are the names of the event on the number. */
export interface Writing {
  readonly seen?: Names
  readonly numberId: NumberItem['id']
  readonly evidence: Evidence
  readonly create?: NewConversation
  /** The record of a merge by hand. */
  readonly byHand?: MergeRecordItem
  readonly undo?: Undo
}

/** What returns to a customer whose merge is undone. */
export interface Undo {
  /** The id of the customer. */
  readonly id: string
  /** The conversations that begin again. */
  readonly restored: readonly ConversationItem[]
  /** The conversations that continued them, without them. */
  readonly targets: readonly ConversationItem[]
}

/** What changes in a conversation; an absent value removes the attribute. */
export type ConversationChange = Partial<ConversationItem>

/** The customers and their conversations after the changes, by id, and what of them is written. */
export interface PlannedWrites {
  readonly customers: ReadonlyMap<string, CustomerItem>
  readonly conversations: ReadonlyMap<string, ConversationItem>
  /** The ids of customers who are written or deleted. */
  readonly changed: ReadonlySet<string>
  /** The keys of names that are written. */
  readonly renewed: ReadonlySet<string>
  readonly removed: readonly ConversationItem[]
  readonly created: readonly ConversationItem[]
  readonly patches: readonly { readonly id: string; readonly change: ConversationChange }[]
}

/** Returns what the changes of an identity write: the customers, the names in all their conversations, and a conversation that begins. */
export function planWrites(
  loaded: Loaded,
  identity: Identity,
  { seen = {}, numberId, evidence, create, undo }: Writing,
  now: EpochMs,
): PlannedWrites {
  const conversations = new Map(loaded.conversations)
  const customers = new Map(identity.customers)
  const changed = new Set(identity.changedCustomers)
  const removed = joinConversations(identity, { customers, conversations }, evidence, now)
  for (const { into } of identity.merges) changed.add(into)
  const renewed = new Set(identity.changedNames)
  for (const target of undo?.targets ?? []) conversations.set(target.id, target)
  const created = (undo?.restored ?? []).map((restored) => {
    const customer = customers.get(undo?.id ?? '')
    return { ...restored, ...(customer && copyOf(customer, restored)) }
  })
  if (create) {
    const customer = customers.get(create.customerId)
    if (!customer) throw new InternalError('a conversation of an unknown customer')
    const id = conversationIdOf(identity, customer, create, seen)
    created.push(newConversation(customer, create, id, seen, now))
    const others = customer.conversations.filter((each) => each.numberId !== create.number.id)
    customers.set(customer.id, {
      ...customer,
      conversations: [
        ...others,
        { numberId: create.number.id, id, ...(identity.origins && { origins: [...identity.origins] }) },
      ],
      expiresAt: undefined,
    })
    changed.add(customer.id)
    for (const name of customer.names)
      if (loaded.names.get(nameKey(name))?.expiresAt !== undefined) renewed.add(nameKey(name))
  }
  const patches: { readonly id: string; readonly change: ConversationChange }[] = []
  for (const id of changed) {
    const customer = customers.get(id)
    for (const each of customer?.conversations ?? []) {
      const before = loaded.conversations.get(each.id)
      const conversation = conversations.get(each.id)
      if (!customer || !before || !conversation) continue
      const names = copyOf(customer, conversation, each.numberId === numberId ? seen : {})
      const copy = { ...names, origins: originsIn(customer, each.id), customerId: id }
      patches.push({ id: each.id, change: { ...copy, ...(conversation !== before && countsOf(conversation)) } })
      conversations.set(each.id, { ...conversation, ...copy })
    }
  }
  for (const id of changed) {
    const customer = customers.get(id)
    if (customer) customers.set(id, { ...customer, revision: customer.revision + 1 })
  }
  return { customers, conversations, changed, renewed, removed, created, patches }
}

/** Makes the conversations of merged customers those of the ones who remain. Returns the conversations that end. */
function joinConversations(
  { merges }: Identity,
  {
    customers,
    conversations,
  }: { readonly customers: Map<string, CustomerItem>; readonly conversations: Map<string, ConversationItem> },
  evidence: Evidence,
  at: EpochMs,
): ConversationItem[] {
  const removed: ConversationItem[] = []
  for (const { from, into } of merges) {
    const [loser, winner] = [customers.get(from), customers.get(into)]
    if (!loser || !winner) throw new InternalError('a merge of unknown customers')
    const kept = [...winner.conversations]
    const moves: { from: string; to: string }[] = []
    for (const each of loser.conversations) {
      const own = kept.find((other) => other.numberId === each.numberId)
      const conversation = conversations.get(each.id)
      if (!own) kept.push(each)
      else if (conversation) {
        removed.push(conversation)
        moves.push({ from: each.id, to: own.id })
        const target = conversations.get(own.id)
        if (target)
          conversations.set(own.id, {
            ...joined(target, conversation),
            ...(evidence === 'person' && addressOf(target, conversation)),
          })
        conversations.delete(each.id)
      }
    }
    const merged = [...(winner.merged ?? []), ...(loser.merged ?? []), { id: from, at, evidence, moves }]
    customers.set(into, { ...winner, conversations: kept, merged })
    customers.delete(from)
  }
  return removed
}

/** Returns the names to which two conversations that become one write: those that the customer used last. */
function addressOf(one: ConversationItem, other: ConversationItem) {
  const { contactNumber, contactUserId } = (other.lastInboundAt ?? 0) > (one.lastInboundAt ?? 0) ? other : one
  return { contactNumber, contactUserId }
}
