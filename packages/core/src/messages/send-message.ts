import type { Message, MessageInput } from '@messaging/contract/messages.ts'
import { requireConversation } from '../conversations/get-conversation.ts'
import { claimTimeId } from '../idempotency/claimed-id.ts'
import { type Chat, dispatchMessage } from './dispatch-message.ts'
import type { MessageItem } from './message-entity.ts'
import { messageView } from './message-view.ts'
import { outboundContent } from './outbound-content.ts'

/** `POST /conversations/{id}/messages/`. Sends once for each `requestId`. 404 for an unknown conversation. */
export async function sendMessage(
  organizationId: string,
  { conversationId, requestId, input }: { conversationId: string; requestId: string; input: MessageInput },
  clock: () => number,
): Promise<Message> {
  const chat = await requireConversation(organizationId, conversationId)
  return messageView(await sendInput(chat, requestId, input, clock))
}

/** Sends what an API client asks for: in the name of a person, not of the agent. */
export async function sendInput(
  chat: Chat,
  requestId: string,
  input: MessageInput,
  clock: () => number,
): Promise<MessageItem> {
  const id = await claimTimeId(chat.conversation.id, requestId, clock())
  return await dispatchMessage(chat, { id, role: 'human', content: outboundContent(input) }, clock)
}
