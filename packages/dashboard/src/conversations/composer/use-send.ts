import { type MessageInput, sendMessage } from '@messaging/contract/messages.ts'
import { takeOverConversation } from '@messaging/contract/takeover.ts'
import { useAction } from '../../api/use-action.ts'
import { TAKEOVER_MINUTES } from '../takes-over.ts'

/**
 * Returns a function that sends a message in a conversation, and with `isTakingOver` takes it over first. `onSent` runs
 * after the service accepted the message.
 */
export function useSend(conversationId: string, onSent: () => void, isTakingOver = false) {
  const sending = useAction(sendMessage, { onDone: onSent })
  const taking = useAction(takeOverConversation)
  return {
    send: (body: MessageInput, onError?: (error: unknown) => void) => {
      const params = { id: conversationId }
      const send = () => sending.mutate({ params, body }, { ...(onError && { onError }) })
      if (!isTakingOver) return send()
      taking.mutate({ params, body: { durationMinutes: TAKEOVER_MINUTES } }, { onSuccess: send })
    },
    isSending: sending.isPending || taking.isPending,
    error: taking.error ?? sending.error,
  }
}
