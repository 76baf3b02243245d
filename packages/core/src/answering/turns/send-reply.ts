import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { accessTokenOf } from '../../channel/provider/access-token.ts'
import { callProvider } from '../../channel/provider/call-provider.ts'
import {
  type Chat,
  dispatchMessage,
  type PartOfTurn,
  sendOnceMore,
} from '../../conversations/messages/dispatch-message.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import type { Clock } from '../../platform/clock.ts'
import { InternalError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import type { ReplyPart } from './compose-reply.ts'

/** The provider reports an accepted message within this time. A message without a report is sent once more. */
export const REPORT_MILLISECONDS = 10_000

export type Sending =
  /** All messages were sent or rejected. `sent` are the accepted ones. */
  | { readonly kind: 'done'; readonly sent: readonly MessageItem[] }
  /** It is unknown whether the provider accepted a message. Check again after `seconds`. */
  | { readonly kind: 'unknown'; readonly seconds: number }
  /** The provider is unreachable, accepts no messages for this number now, or has not confirmed one. */
  | { readonly kind: 'down'; readonly error: Error }

/**
 * Sends the messages of a reply in order. Idempotent. `startedAt` is the time when the turn started, or when a redrive
 * reopened it. After it, an unconfirmed message is sent at most once more.
 */
export async function sendReply(
  chat: Chat,
  parts: readonly ReplyPart[],
  { startedAt, ...turn }: PartOfTurn & { readonly startedAt: number },
  clock: Clock,
): Promise<Sending> {
  const sent: MessageItem[] = []
  for (const part of parts) {
    const outcome = await sendPart(chat, part, startedAt, turn, clock)
    if (outcome.kind === 'refused') continue
    if (outcome.kind !== 'sent') return outcome
    sent.push(outcome.message)
  }
  return { kind: 'done', sent }
}

type PartOutcome =
  | Exclude<Sending, { kind: 'done' }>
  | { readonly kind: 'sent'; readonly message: MessageItem }
  | { readonly kind: 'refused' }

async function sendPart(
  chat: Chat,
  { id, content }: ReplyPart,
  startedAt: number,
  turn: PartOfTurn,
  clock: Clock,
): Promise<PartOutcome> {
  try {
    const key = content.media?.[0]?.key
    const link = key === undefined ? undefined : await signedUrl(key)
    const message = await dispatchMessage(chat, { id, role: 'assistant', content, link, turn }, clock)
    if (message.status !== undefined) return { kind: 'sent', message }
    const { takenAt, resentAt = 0 } = message
    const waited = clock() - Math.max(takenAt, resentAt)
    if (waited < REPORT_MILLISECONDS)
      return { kind: 'unknown', seconds: Math.ceil((REPORT_MILLISECONDS - waited) / 1000) }
    if (resentAt >= startedAt)
      return { kind: 'down', error: new InternalError('the provider did not confirm a message that was sent twice') }
    await requireProvider(chat.number, clock())
    const resent = await sendOnceMore(chat, message, clock, link)
    return resent.status === undefined
      ? { kind: 'unknown', seconds: REPORT_MILLISECONDS / 1000 }
      : { kind: 'sent', message: resent }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    log('turn.refused', { messageId: id, code: error.code })
    return error.code === 'upstream_error' ? { kind: 'down', error } : { kind: 'refused' }
  }
}

/**
 * Checks that the provider works before a message is sent a second time, because there is no third time.
 * @throws ServiceError `upstream_error` if it does not
 */
async function requireProvider(number: NumberItem, now: number): Promise<void> {
  const token = await accessTokenOf(number)
  const path = `/${encodeURIComponent(number.phoneNumberId)}`
  await callProvider({ method: 'GET', path, token }, now).catch((error: unknown) => {
    // Any other error response shows that the provider works.
    if (!(error instanceof ServiceError) || error.code === 'upstream_error') throw error
  })
}
