import { mediaKind } from '../../channel/media-kind.ts'
import { listNumbers } from '../../channel/numbers/find-number.ts'
import type { InboundFile } from '../../channel/port.ts'
import { findConversation } from '../../conversations/get-conversation.ts'
import { handleInbound } from '../../conversations/messages/handle-inbound.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { newId } from '../../platform/clock.ts'
import { InternalError, invalidField } from '../../platform/errors.ts'
import { loadSteps, type StoredStep } from '../turns/turn-steps.ts'
import { findTurn } from '../turns/turn-store.ts'

interface CustomerText {
  /** The organisation's sandbox number, digits without plus. @default the one it has */
  readonly number?: string
  /** The customer's number, digits without plus. The provider does not check it. */
  readonly from: string
  readonly name?: string
  readonly text: string
  /** A file below `MEDIA_PREFIX` that the customer sends with the text. */
  readonly file?: InboundFile | undefined
  /** The id of the tapped button. */
  readonly buttonId?: string | undefined
  /** Names the message, so that a repeat is stored once. @default a new id */
  readonly key?: string
}

/**
 * Stores a customer's text on the sandbox number as if the provider had delivered it. Returns the stored message.
 * @throws ServiceError 400 for a number that is not the organisation's sandbox number
 */
export async function sendAsCustomer(
  organizationId: string,
  { number, from, name, text, file, buttonId, key = newId() }: CustomerText,
  now: number,
): Promise<MessageItem> {
  const sandbox = (await listNumbers(organizationId)).find((one) => one.sandbox)
  if (!sandbox || (number !== undefined && number !== sandbox.number))
    throw invalidField('number', 'must be the sandbox number of your organisation')
  const stored = await handleInbound(
    {
      phoneNumberId: sandbox.phoneNumberId,
      waId: `sandbox.${key}`,
      sentAt: now,
      contactNumber: from,
      contactUserId: undefined,
      contactName: name,
      type: file ? mediaKind(file.mimeType) : buttonId === undefined ? 'text' : 'interactive',
      text,
      media: file ? [file] : [],
      quickReplyId: buttonId,
      referral: undefined,
      detail: undefined,
      fromCustomer: true,
      opensWindow: true,
    },
    now,
  )
  if (!stored) throw new InternalError(`sandbox number ${sandbox.phoneNumberId} was deleted`)
  return stored
}

/** The agent's response to a customer's message so far. */
export interface Answer {
  /** Whether no more messages follow: the message was answered or seen, or retries of the model are exhausted. */
  readonly over: boolean
  /** Whether retries of the model are exhausted. */
  readonly failed: boolean
  /** Messages to the customer after this message, in order. */
  readonly messages: readonly MessageItem[]
  /** The agent's steps in the turn; empty while there is no answer. */
  readonly steps: readonly StoredStep[]
}

export async function getAnswer({ organizationId, conversationId, id, takenAt }: MessageItem): Promise<Answer> {
  const conversation = await findConversation(organizationId, conversationId)
  const { data: asked } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  if (!asked) throw new InternalError(`message ${id} was deleted`)
  const { data: later } = await MessageEntity.query
    .byId({ organizationId, conversationId })
    .gt({ id })
    .go({ pages: 'all', consistent: true })
  const turn = asked.turnId ? await findTurn({ organizationId, conversationId, id: asked.turnId }) : null
  const failed = awaitsAnswer(asked) && (conversation?.humanNeededSince ?? 0) >= takenAt
  return {
    over: failed || !awaitsAnswer(asked),
    failed,
    messages: later.filter(({ direction }) => direction === 'outbound'),
    steps: turn ? await loadSteps(turn) : [],
  }
}
