import type { EpochMs } from '@replywright/contract/time.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { ControlChange } from '../../channel/port.ts'
import { log } from '../../platform/log/log.ts'
import { CONFLICT_TRIES, retryConflict } from '../../platform/table/transact.ts'
import { ConversationEntity, type ConversationItem, findConversation } from '../conversation-entity.ts'
import { findOrCreateConversation } from '../customers/resolve.ts'
import { MessageEntity } from '../messages/message-entity.ts'
import { noteUnknownNumber } from '../messages/parked-entity.ts'
import { isBeforeConnection } from '../messages/provider-time.ts'
import { effectiveRoute } from '../routing/effective-route.ts'
import { judgeSign, type Sign } from './control.ts'
import { writeControl } from './write-control.ts'

/**
 * Applies the channel's notice that another one answers a conversation. What another agent passes on, an agent of ours
 * answers. Idempotent.
 */
export async function handleControl(change: ControlChange, now: EpochMs): Promise<void> {
  const { phoneNumberId, contactNumber, contactUserId, holder, metadata } = change
  const number = await findNumber(phoneNumberId)
  if (!number) return await noteUnknownNumber('control', phoneNumberId, now)
  const at = Math.min(change.at, now)
  if (isBeforeConnection(number, at)) return log('message.ignored', { reason: 'before_connection', phoneNumberId })
  const names = { contactNumber, contactUserId }
  const conversation = await findOrCreateConversation(number, names, now, { at, evidence: 'message', activeAt: at })
  const { mode } = effectiveRoute(number, conversation)
  const sign = { holder, at, kind: 'notice' as const, metadata, cause: `notice ${at}` }
  await followSign(conversation, { ...sign, startsTurn: holder === 'service' && mode === 'agent' }, now)
}

interface Followed extends Sign {
  readonly metadata?: string | undefined
  readonly cause: string
  /** Whether an agent answers the customer's last message then. */
  readonly startsTurn: boolean
}

/** Follows the field in which a message arrived: `standby` shows that another agent answers. */
export async function followMessage(
  conversation: ConversationItem,
  sign: Pick<Sign, 'holder' | 'at'> & { readonly cause: string },
  now: EpochMs,
): Promise<void> {
  if (judgeSign(conversation, { ...sign, kind: 'message' }) === 'none') return
  await followSign(conversation, { ...sign, kind: 'message', startsTurn: false }, now)
}

async function followSign(conversation: ConversationItem, sign: Followed, now: EpochMs): Promise<void> {
  const { organizationId, id, createdAt } = conversation
  let current: ConversationItem | null = conversation
  await retryConflict(CONFLICT_TRIES, 'The conversation was changed concurrently. Try again.', async () => {
    const read = current ?? (await findConversation(organizationId, id))
    current = null
    // An erasure has ended it.
    if (read?.createdAt !== createdAt) return true
    const { holder, at, metadata, cause } = sign
    switch (judgeSign(read, sign)) {
      case 'none':
        return true
      case 'confirm':
        return (await confirm(read, at)) || undefined
      case 'change': {
        const messageId = sign.startsTurn ? await unansweredOf(read) : undefined
        return (await writeControl(read, { holder, at, author: {}, metadata, messageId, cause }, now)) || undefined
      }
    }
  })
}

/** Stores that the same one answers still. Returns false if the conversation was changed. */
async function confirm({ organizationId, id, control }: ConversationItem, at: EpochMs): Promise<boolean> {
  if (!control) return true
  const { rejected } = await ConversationEntity.patch({ organizationId, id })
    .set({ control: { ...control, at } })
    .where((stored, { eq }) => `${eq(stored.control.at, control.at)} AND ${eq(stored.control.holder, control.holder)}`)
    .go({ returnOnConditionCheckFailure: true })
  return !rejected
}

/** Returns the id of the customer's last message if another agent was to answer it, and no agent of ours has. */
export async function unansweredOf(conversation: ConversationItem): Promise<string | undefined> {
  const { organizationId, id: conversationId, lastMessageId: id } = conversation
  if (id === undefined) return undefined
  const { data } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  const isOpen = data?.direction === 'inbound' && data.out === undefined && data.turnId === undefined
  return isOpen && Object(data.details).standby === true ? id : undefined
}
