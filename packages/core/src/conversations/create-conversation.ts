import type { Conversation } from '@messaging/contract/conversations.ts'
import type { MessageInput } from '@messaging/contract/messages.ts'
import { findAgentHead } from '../agents/find-agent.ts'
import { listNumbers } from '../channel/numbers/find-number.ts'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { authorOf } from './author.ts'
import { chooseNumber } from './choose-number.ts'
import { conversationView } from './conversation-view.ts'
import { findOrCreateConversation } from './find-or-create.ts'
import { viewConversation } from './get-conversation.ts'
import { contentOfInput, sendInput } from './messages/send-message.ts'
import { requireMarketing } from './opt-out.ts'
import { startSession } from './start-session.ts'

export interface CreateConversationInput {
  /** The contact, digits without plus. */
  readonly toNumber: string
  readonly fromNumber?: string
  readonly agentId?: string
  /** Sent at once, and once for each `messageId`. */
  readonly message?: MessageInput
  readonly messageId: string
}

/**
 * `POST /conversations/`: returns a contact's conversation, created if it does not exist. It remains if the message is
 * refused. Throws 409 as `requireMarketing`; 400 for a number or agent of another organisation, if no number can be
 * chosen, and for a message that does not match its template.
 */
export async function createConversation(
  caller: Caller,
  { toNumber, fromNumber, agentId, message, messageId }: CreateConversationInput,
  clock: Clock,
): Promise<Conversation> {
  const { organizationId } = caller
  const now = clock()
  const [numbers, agent] = await Promise.all([
    listNumbers(organizationId),
    agentId === undefined ? undefined : findAgentHead(organizationId, agentId),
  ])
  if (agent === null) throw invalidField('agentId', 'no such agent')
  const number = chooseNumber(numbers, { toNumber, fromNumber, agentId })
  const content = message && (await contentOfInput(number, message, now, 'message.'))
  // Before a conversation is created. The message is checked again, also under the customer's user id.
  if (content?.isMarketing) await requireMarketing(organizationId, { contactNumber: toNumber })
  const conversation = await findOrCreateConversation(number, { contactNumber: toNumber }, now, { agentId })
  const started = agentId === undefined ? conversation : await startSession(conversation, agentId)
  if (!message) return await conversationView(started, number, now)
  const chat = { conversation: started, number }
  await sendInput(chat, { id: messageId, author: authorOf(caller), input: message, path: 'message.' }, clock)
  return await viewConversation(organizationId, started.id, clock())
}
