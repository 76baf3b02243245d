import { type MessageInput, sendMessage } from '@messaging/contract/messages.ts'
import { useAction } from '../../api/use-action.ts'

/** Sends a message of a conversation; `onSent` runs when it was taken. */
export function useSend(conversationId: string, onSent: () => void) {
  const sending = useAction(sendMessage, { onDone: onSent })
  return {
    send: (body: MessageInput, onError?: (error: unknown) => void) =>
      sending.mutate({ params: { id: conversationId }, body }, { ...(onError && { onError }) }),
    isSending: sending.isPending,
    error: sending.error,
  }
}
