import { validate as isUuid } from 'uuid'
import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationWith } from './customers/load-identity.ts'
import type { Evidence } from './customers/name-entity.ts'
import { type Names, namesIn } from './customers/names.ts'
import { homeOf } from './customers/new-conversation.ts'
import { findByName, resolveConversation } from './customers/resolve.ts'
import { sessionInForce } from './routing/effective-route.ts'

export { CONVERSATIONS, conversationsOf } from './customers/new-conversation.ts'

/** A customer as named by the provider or a caller; at least one of number and user id is present. */
export interface Contact extends Names {
  readonly contactName?: string | undefined
}

interface Start {
  /** @default the number's agent */
  readonly agentId?: string | undefined
  /** The time of the message that starts it, milliseconds since the epoch. @default now */
  readonly activeAt?: number
  /** When the names were seen, in milliseconds since the epoch. @default now */
  readonly at?: number
  /** @default `api` */
  readonly evidence?: Evidence
}

/** Returns the id of the first conversation under a name. It derives from our id of the number, not from the phone number. */
export function conversationId(number: Pick<NumberItem, 'id'>, contactNumber: string): string {
  return homeOf(number, { contactNumber })
}

/** Returns the stored conversation (see `sessionInForce`), strongly consistent, or null if it does not exist. */
export async function findConversation(organizationId: string, id: string): Promise<ConversationItem | null> {
  if (!isUuid(id)) return null
  const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns or creates the conversation of a customer with a number (`customers/README.md`). */
export async function findOrCreateConversation(
  number: NumberItem,
  { contactName, ...names }: Contact,
  now: number,
  { at = now, evidence = 'api', ...start }: Start = {},
): Promise<ConversationItem> {
  const found = await resolveConversation(number, { names, at, evidence }, now, { ...start, contactName })
  return sessionInForce(number, found)
}

/** Returns the conversation of the customer who has a name now, as it is stored, or null if there is none. */
export async function findByContact(
  number: Pick<NumberItem, 'id' | 'organizationId'>,
  names: Names,
  at: number = Number.MAX_SAFE_INTEGER,
): Promise<ConversationItem | null> {
  const { organizationId } = number
  const [customer] = await findByName(organizationId, namesIn(names), at)
  const id = customer && conversationWith(customer, number.id)
  return id === undefined ? null : await findConversation(organizationId, id)
}
