import type { ControlHolder } from '@replywright/contract/control-holder.ts'
import type { Conversation } from '@replywright/contract/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { channelOf } from '../../channel/channels.ts'
import { requireConnected } from '../../channel/numbers/numbers.ts'
import type { ControlAction } from '../../channel/port.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Caller } from '../../platform/request.ts'
import { authorOf } from '../author.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import { type Chat, conversationView, getConversation } from '../conversations.ts'
import { effectiveRoute } from '../routing/effective-route.ts'
import { holderOf } from './control.ts'
import { unansweredOf } from './follow-control.ts'
import { writeControl } from './write-control.ts'

/** `POST /conversations/{id}/control/`: takes or passes the control of a conversation at the channel, and stores it. */
export async function changeControl(
  caller: Caller,
  { id, eventId, change }: { readonly id: string; readonly eventId: string; readonly change: ControlAction },
  now: EpochMs,
): Promise<Conversation> {
  const { organizationId } = caller
  const chat = await getConversation(organizationId, id)
  const changed = await controlChat(chat, { caller, change, cause: eventId }, now)
  return await conversationView(changed, chat.number, now)
}

interface Control {
  readonly caller: Caller
  readonly change: ControlAction
  readonly cause: string
  /** Whether a handback gives it back. @default false */
  readonly returns?: boolean
}

/** Changes the control at the channel, then stores it with its events. Returns the conversation as it is then. */
export async function controlChat(
  { conversation, number }: Chat,
  { caller, change, cause, returns = false }: Control,
  now: EpochMs,
): Promise<ConversationItem> {
  requireConnected(number)
  const channel = channelOf(number)
  if (number.sandbox || !channel.control)
    throw invalidField('', 'No other agent can be on this number, so control of its conversations cannot be passed.')
  const { contactNumber, contactUserId } = conversation
  await channel.control(number, { contactNumber, contactUserId }, change, now)
  const holder: ControlHolder = change.action === 'take' ? 'service' : 'other_agent'
  if (holderOf(conversation) === holder && conversation.control !== undefined) return conversation
  const { metadata } = change
  // After a takeover, a person answers.
  const isForAgent = holder === 'service' && !returns && effectiveRoute(number, conversation).mode === 'agent'
  const messageId = isForAgent ? await unansweredOf(conversation) : undefined
  await writeControl(
    conversation,
    { holder, at: now, author: authorOf(caller), metadata, returns, messageId, cause },
    now,
  )
  return { ...conversation, control: { holder, at: now, ...(returns && { returns }) } }
}
