import { ServiceError } from '../errors.ts'
import { log } from '../log.ts'
import { type Chat, dispatchMessage, sendOnceMore } from '../messages/dispatch-message.ts'
import type { MessageItem } from '../messages/message-entity.ts'
import { signedUrl } from '../objects/objects.ts'
import type { ReplyPart } from './compose-reply.ts'

/** Within it the provider reports what it took; a message of which nothing was heard by then is sent once more. */
export const REPORT_MILLISECONDS = 10_000

export type Sending =
  /** Everything that can be sent was. `sent` is how many the provider took, or may have. */
  | { readonly kind: 'done'; readonly sent: number }
  /** It is not known whether the provider took a message: look again after so many seconds. */
  | { readonly kind: 'unknown'; readonly seconds: number }
  /** The provider cannot be reached, or cannot take messages now; nothing of this part was sent. */
  | { readonly kind: 'unreachable' }

/** Sends the messages of a reply in their order, each once however often this is called. */
export async function sendReply(chat: Chat, parts: readonly ReplyPart[], clock: () => number): Promise<Sending> {
  let sent = 0
  for (const part of parts) {
    const outcome = await sendPart(chat, part, clock)
    if (outcome.kind === 'refused') continue
    if (outcome.kind !== 'sent') return outcome
    sent += 1
  }
  return { kind: 'done', sent }
}

type PartOutcome = Exclude<Sending, { kind: 'done' }> | { readonly kind: 'sent' } | { readonly kind: 'refused' }

async function sendPart(chat: Chat, { id, content }: ReplyPart, clock: () => number): Promise<PartOutcome> {
  try {
    const key = content.media?.[0]?.key
    const link = key === undefined ? undefined : await signedUrl(key)
    const message = await dispatchMessage(chat, { id, role: 'assistant', content, link }, clock)
    if (isKnown(message)) return { kind: 'sent' }
    const wait = message.takenAt + REPORT_MILLISECONDS - clock()
    if (wait > 0) return { kind: 'unknown', seconds: Math.ceil(wait / 1000) }
    await sendOnceMore(chat, message, clock, link)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    log('turn.refused', { messageId: id, code: error.code })
    return { kind: error.code === 'upstream_error' ? 'unreachable' : 'refused' }
  }
}

/** Whether the provider has said what became of a message, or will not be asked again. */
function isKnown({ status, resentAt }: MessageItem): boolean {
  return status !== undefined || resentAt !== undefined
}
