import { recentAccessTokenOf } from '../../channel/provider/access-token.ts'
import { requestProvider } from '../../channel/provider/provider-request.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'

/** Marks the customer's message as read and shows the typing indicator. Ignores all errors. */
export async function showTyping({ number }: Chat, { waId }: MessageItem, now: number): Promise<void> {
  if (number.sandbox) return
  try {
    const token = await recentAccessTokenOf(number, now)
    const path = `/${encodeURIComponent(number.phoneNumberId)}/messages`
    const body = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: waId,
      typing_indicator: { type: 'text' },
    }
    await requestProvider({ method: 'POST', path, token, body }, now)
  } catch {
    // The sending of the reply reports an unusable number.
  }
}
