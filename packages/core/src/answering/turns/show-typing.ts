import { recentAccessTokenOf } from '../../channel/provider/access-token.ts'
import { requestProvider } from '../../channel/provider/provider-request.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'

/** Shows the customer that their message was read and is being answered. Whether that works changes nothing. */
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
    // A number without an account answers nobody; the sending of the answer says so.
  }
}
