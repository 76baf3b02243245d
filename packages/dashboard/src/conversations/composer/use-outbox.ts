import { getThread, type ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { type MessageInput, sendMessage } from '@replywright/contract/messages.ts'
import { takeOverConversation } from '@replywright/contract/takeover.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readDraft, writeDraft } from '../../api/drafts.ts'
import { useMe } from '../../api/use-me.ts'
import { useAction } from '../../ui/use-action.ts'
import { TAKEOVER_MINUTES } from '../handling.ts'
import { type Thread, withSent } from '../thread.ts'
import { threadKey } from '../use-thread.ts'
import { type Outgoing, textOf } from './outgoing.ts'

/** The messages that are being sent in a conversation. They are shown at once, and stay if sending fails. */
export interface Outbox {
  readonly messages: readonly Outgoing[]
  /** The number of messages that were sent since the conversation was opened. */
  readonly count: number
  /** Sends a message. With `isTakingOver`, takes the conversation over first. */
  readonly send: (input: MessageInput, isTakingOver: boolean) => void
  readonly sendAgain: (outgoing: Outgoing) => void
  readonly discard: (outgoing: Outgoing) => void
  /** Counts a message that was sent in another way. */
  readonly countSent: () => void
  /** Shows a message that was sent in another way. */
  readonly add: (message: ThreadMessage) => void
}

export function useOutbox(conversationId: string): Outbox {
  const [messages, setMessages] = useState<readonly Outgoing[]>([])
  const [count, setCount] = useState(0)
  const queries = useQueryClient()
  const { data: me } = useMe()
  const queryKey = threadKey(conversationId)
  const remove = (key: string) => setMessages((all) => all.filter((each) => each.key !== key))
  const countSent = () => setCount((before) => before + 1)
  const discard = ({ key, input }: Outgoing) => {
    remove(key)
    const text = textOf(input)
    if (text !== '' && readDraft(conversationId) === text) writeDraft(conversationId, '')
  }
  const add = useCallback(
    (message: ThreadMessage) =>
      queries.setQueryData<Thread>(threadKey(conversationId), (thread) => thread && withSent(thread, message)),
    [queries, conversationId],
  )

  async function run(outgoing: Outgoing): Promise<void> {
    const { key, input, takeoverKey } = outgoing
    const known = new Set(queries.getQueryData<Thread>(queryKey)?.messages.map(({ id }) => id))
    try {
      const params = { id: conversationId }
      // The agent is silent before the customer reads the message.
      if (takeoverKey !== null) await takeOver(conversationId, takeoverKey)
      const { media, ...message } = await call(sendMessage, { params, body: input }, { idempotencyKey: key })
      add({
        ...message,
        media: media.map((file) => ({ ...file, name: null, uploadId: null })),
        author: { kind: 'user', name: me?.user.name.trim() || (me?.user.email ?? null), isYou: true },
        marked: null,
        sessionId: null,
        position: [message.createdAt, message.createdAt, message.id].join(' '),
      })
      discard(outgoing)
    } catch (error) {
      // A message that the provider rejected is part of the thread, where it can be sent again.
      const mayBeStored = !(error instanceof ApiError && error.status === 0)
      if (mayBeStored) await queries.refetchQueries({ queryKey })
      const stored = queries
        .getQueryData<Thread>(queryKey)
        ?.messages.some(({ id, status, author }) => !known.has(id) && status === 'failed' && author?.isYou)
      const text = error instanceof ApiError ? error.message : 'Not sent'
      if (stored) return remove(key)
      setMessages((all) => all.map((each) => (each.key === key ? { ...each, error: text } : each)))
      // The text is not lost if the user has left the page meanwhile, or leaves it now.
      if (readDraft(conversationId) === '') writeDraft(conversationId, textOf(input))
    }
    void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== getThread.path })
  }

  return {
    messages,
    count,
    add,
    discard,
    countSent,
    send: (input, isTakingOver) => {
      const after = queries.getQueryData<Thread>(queryKey)?.messages.at(-1)?.id ?? ''
      const takeoverKey = isTakingOver ? crypto.randomUUID() : null
      const outgoing = { key: crypto.randomUUID(), input, error: null, after, takeoverKey }
      setMessages((all) => [...all, outgoing])
      countSent()
      void run(outgoing)
    },
    sendAgain: (outgoing) => {
      setMessages((all) => all.map((each) => (each.key === outgoing.key ? { ...each, error: null } : each)))
      void run(outgoing)
    },
  }
}

/** Takes a conversation over for the time that a reply does, once per key. */
export async function takeOver(id: string, idempotencyKey: string): Promise<void> {
  await call(takeOverConversation, { params: { id }, body: { durationMinutes: TAKEOVER_MINUTES } }, { idempotencyKey })
}

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
