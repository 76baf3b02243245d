import type { Message, MessageInput } from '@messaging/contract/messages.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Author, authorOf } from '../author.ts'
import { getConversation } from '../get-conversation.ts'
import { type Chat, dispatchMessage } from './dispatch-message.ts'
import type { MessageItem } from './message-entity.ts'
import { messageView } from './message-view.ts'
import { outboundContent } from './outbound-content.ts'

/** `POST /conversations/{id}/messages/`: sends a message once per `messageId`. 404 for an unknown conversation. */
export async function sendMessage(
  caller: Caller,
  { conversationId, messageId, input }: { conversationId: string; messageId: string; input: MessageInput },
  clock: Clock,
): Promise<Message> {
  const chat = await getConversation(caller.organizationId, conversationId)
  return messageView(await sendInput(chat, { id: messageId, author: authorOf(caller), input }, clock))
}

/** Sends a message in the name of a person, not of the agent. `id` sorts by time. */
export async function sendInput(
  chat: Chat,
  { id, author, input }: { readonly id: string; readonly author: Author; readonly input: MessageInput },
  clock: Clock,
): Promise<MessageItem> {
  return await dispatchMessage(chat, { id, role: 'human', author, content: outboundContent(input) }, clock)
}
