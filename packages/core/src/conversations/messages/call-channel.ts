import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { ChannelError, Send, SendOutcome } from '../../channel/port.ts'
import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log, logError } from '../../platform/log/log.ts'
import { isSameNumber } from '../canonical-number.ts'
import { holderOf } from '../control/control.ts'
import { writeControl } from '../control/write-control.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { Chat } from '../conversations.ts'
import { linkNumber } from '../customers/resolve.ts'
import { noteNumberProblem } from '../number-health/note-problem.ts'
import { setOptedOut } from '../opt-out.ts'
import { aliasMessage } from './message-alias-entity.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { callbackData, waIdEnd } from './message-ids.ts'
import { changeAndReport } from './report-message.ts'

/** How a stored message is sent. */
export interface ChannelCall {
  readonly send: Send
  readonly link?: string | undefined
  readonly isMarketing?: boolean | undefined
  readonly isPartOfTurn?: boolean
}

/**
 * Sends a stored message to the channel, and stores and logs what came of it. Returns the message, and whether the channel accepted it.
 * @throws ServiceError a refusal with the text of the channel
 */
export async function callChannel(
  chat: Chat,
  message: MessageItem,
  { send, link, isMarketing, isPartOfTurn = false }: ChannelCall,
  clock: Clock,
): Promise<{ readonly message: MessageItem; readonly isAccepted: boolean }> {
  const { conversation, number } = chat
  const ref = { conversationId: conversation.id, messageId: message.id }
  const content = linked(message, link)
  const outcome = await send({ to: conversation, content, isMarketing, callbackData: callbackData(ref) }, clock)
  if (outcome.kind !== 'accepted' || !isPartOfTurn)
    log(
      `message.${outcome.kind}`,
      {
        organizationId: conversation.organizationId,
        ...ref,
        type: message.type,
        outcome: outcome.kind,
        ...(outcome.kind === 'accepted' && { waIdEnd: waIdEnd(outcome.waId) }),
        ...(outcome.kind === 'unknown' && { cause: outcome.failure }),
        ...(outcome.kind === 'refused' && { code: outcome.error.code, providerCode: outcome.error.providerCode }),
      },
      { MessagesSent: 1 },
    )
  if (outcome.kind === 'unknown') return { message, isAccepted: false }
  if (outcome.kind === 'refused') throw await recordRefusal(chat, message, outcome.error, clock())
  const isAliased = !isPartOfTurn || !capabilitiesOf(number).returnsCallbackData
  const accepted = await recordAcceptance(chat, message, { ...outcome, isAliased }, clock())
  return { message: accepted, isAccepted: true }
}

function linked(message: MessageItem, link: string | undefined): MessageItem {
  if (link === undefined) return message
  return { ...message, media: message.media?.map((file) => ({ ...file, url: link })) }
}

/**
 * Stores that the channel accepted a message. A status that arrived before the response is preserved. Statuses find the
 * message by its callback data, and by the channel's id if it is aliased.
 */
async function recordAcceptance(
  chat: Chat,
  message: MessageItem,
  { waId, contactWaId, held, isAliased }: Extract<SendOutcome, { kind: 'accepted' }> & { readonly isAliased: boolean },
  now: EpochMs,
): Promise<MessageItem> {
  const { number } = chat
  const { organizationId, conversationId, id } = message
  const kept = { ...(held !== undefined && { details: { ...Object(message.details), messageStatus: held } }) }
  const accept = async () => {
    if (message.reportTo)
      return await changeAndReport(
        message,
        ({ status = 'sent' }) => ({ set: { waId, acceptedAt: now, status, ...kept } }),
        now,
      )
    const { data } = await MessageEntity.patch({ organizationId, conversationId, id })
      .set({ waId, acceptedAt: now, ...kept })
      .data(({ status }, { ifNotExists }) => ifNotExists(status, 'sent'))
      .go({ response: 'all_new' })
    return data
  }
  const [accepted] = await Promise.all([
    accept(),
    isAliased
      ? aliasMessage(
          { organizationId, phoneNumberId: number.phoneNumberId, waId },
          { conversationId, messageId: id },
          now,
        )
      : undefined,
  ])
  // What this service sends takes the control from another agent on the number. A template does not.
  if (holderOf(chat.conversation) === 'other_agent' && !message.template)
    await noteTaken(chat.conversation, message, now)
  const { contactNumber } = chat.conversation
  if (contactWaId && contactNumber && !isSameNumber(contactWaId, contactNumber))
    await linkNumber(number, contactNumber, contactWaId, now)
  return accepted
}

/** Stores that a message took the control. A person's one gives it back at a handback. A failure is only logged: the message was sent. */
async function noteTaken(
  conversation: ConversationItem,
  { id, role, author = {} }: MessageItem,
  now: EpochMs,
): Promise<void> {
  try {
    const returns = role === 'human' && author.keyName === undefined
    await writeControl(conversation, { holder: 'service', at: now, author, returns, cause: id }, now)
  } catch (error) {
    logError('conversation.control-not-stored', error)
  }
}

async function recordRefusal(
  { conversation, number }: Chat,
  message: MessageItem,
  error: ChannelError,
  now: EpochMs,
): Promise<ServiceError> {
  const { code, message: reason, providerCode, refusesMarketing } = error
  await noteNumberProblem(number.phoneNumberId, error, now)
  const { organizationId, conversationId, id } = message
  const refusal = { status: 'failed' as const, error: { code, message: reason }, refused: true }
  if (refusesMarketing) await setOptedOut(organizationId, conversation, { optedOut: true, at: now })
  if (message.reportTo)
    await changeAndReport(
      message,
      ({ status }) => (status === undefined ? { set: refusal, providerCode } : undefined),
      now,
    )
  else
    await MessageEntity.patch({ organizationId, conversationId, id })
      .set(refusal)
      .where(({ status }, { notExists }) => notExists(status))
      .go({ returnOnConditionCheckFailure: true })
  return new ServiceError(code, reason)
}
