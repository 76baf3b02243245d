import { type MessageInput, sendMessage } from '@messaging/contract/messages.ts'
import { useAction } from '../../api/use-action.ts'

/** Returns a function that sends a message in a conversation. `onSent` runs after the service accepted the message. */
export function useSend(conversationId: string, onSent: () => void) {
  const sending = useAction(sendMessage, { onDone: onSent })
  return {
    send: (body: MessageInput, onError?: (error: unknown) => void) =>
      sending.mutate({ params: { id: conversationId }, body }, { ...(onError && { onError }) }),
    isSending: sending.isPending,
    error: sending.error,
  }
}
