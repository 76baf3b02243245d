import type { Conversation } from '@messaging/contract/conversations.ts'
import type { MessageInput } from '@messaging/contract/messages.ts'
import { getAgent } from '../agents/get-agent.ts'
import { newId } from '../clock.ts'
import { invalidField } from '../errors.ts'
import { sendInput } from '../messages/send-message.ts'
import { getNumber, listNumbers } from '../numbers/find-number.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'
import { conversationView } from './conversation-view.ts'
import { findOrCreateConversation } from './find-or-create.ts'
import { getConversation } from './get-conversation.ts'

export interface CreateConversationInput {
  /** The contact, digits without plus. */
  readonly toNumber: string
  readonly fromNumber?: string | undefined
  readonly agentId?: string | undefined
  /** Sent at once, once for each `requestId`. */
  readonly message?: MessageInput | undefined
  readonly requestId: string
}

/**
 * `POST /conversations/`: the conversation of a contact, created when there is none. 400 for a number or agent that is not
 * the organisation's, or when the number to send from cannot be chosen. When the message is refused the conversation stays.
 */
export async function createConversation(
  organizationId: string,
  { toNumber, fromNumber, agentId, message, requestId }: CreateConversationInput,
  clock: () => number,
): Promise<Conversation> {
  const now = clock()
  const [numbers, agent] = await Promise.all([
    listNumbers(organizationId),
    agentId === undefined ? undefined : getAgent(organizationId, agentId),
  ])
  if (agent === null) throw invalidField('agentId', 'is no agent of this organisation')
  // The list can lag behind a change of the number's routing.
  const number = await getNumber(organizationId, chooseNumber(numbers, fromNumber, agentId).phoneNumberId)
  const conversation = await findOrCreateConversation(number, { contactNumber: toNumber }, now, { agentId })
  const started =
    agentId === undefined || agentId === conversation.agentId ? conversation : await startSession(conversation, agentId)
  if (!message) return conversationView(started, number, now)
  await sendInput({ conversation: started, number }, requestId, message, clock)
  return await getConversation(organizationId, started.id, clock())
}

function chooseNumber(
  numbers: readonly NumberItem[],
  fromNumber: string | undefined,
  agentId: string | undefined,
): NumberItem {
  if (fromNumber !== undefined) {
    const named = numbers.find(({ number }) => number === fromNumber)
    if (!named) throw invalidField('fromNumber', 'is no number of this organisation')
    return named
  }
  const real = numbers.filter(({ sandbox }) => !sandbox)
  const candidates = real.length > 1 ? real.filter((number) => agentId && number.agentId === agentId) : real
  const [only, ...others] = candidates
  if (!only || others.length > 0)
    throw invalidField('fromNumber', 'is required, because the number to send from cannot be chosen')
  return only
}

/** Another agent starts a new session; routing does not change. */
async function startSession(conversation: ConversationItem, agentId: string): Promise<ConversationItem> {
  const { organizationId, id, numberEpoch = 0 } = conversation
  const change = { agentId, numberEpoch, sessionId: newId() }
  await ConversationEntity.patch({ organizationId, id }).set(change).go()
  return { ...conversation, ...change }
}
