import type { EventMessage } from '@replywright/contract/envelope.ts'
import { MessageContent } from '@replywright/contract/envelope-content.ts'
import type { Message } from '@replywright/contract/messages.ts'
import * as v from 'valibot'
import { costOfMessage, viewUsd } from '../../agents/usage/costs.ts'
import { isoTime } from '../../platform/clock.ts'
import { mediaUrl } from '../media/media-token.ts'
import type { MessageItem } from './message-entity.ts'

const OUTCOME_UNKNOWN = {
  code: 'outcome_unknown',
  message: 'Sending was not confirmed by the messaging provider. The status follows if it accepted the message.',
}

/** Returns a message as the API shows it. `mediaKey` signs URLs of a customer's files, which have none without it. */
export function messageView(message: MessageItem, mediaKey?: Buffer): Message {
  const { status, buttons = [], quickReplyId, template, text, replyTo } = message
  const outbound = message.direction === 'outbound'
  return {
    id: message.id,
    direction: message.direction,
    role: outbound ? (message.role ?? 'human') : 'user',
    type: message.type,
    text,
    ...(message.transcript !== undefined && { transcript: message.transcript }),
    media: mediaOf(message, mediaKey),
    buttons: quickReplyId === undefined ? buttons : [{ type: 'quick_reply', text, quickReplyId }],
    template: template
      ? {
          name: template.name,
          language: template.language,
          variables: template.positional ?? { ...template.named },
          ...(template.components && { components: template.components }),
        }
      : null,
    ...contentOf(message),
    ...(outbound && message.type === 'interactive' && { interactive: message.detail }),
    ...(replyTo?.messageId !== undefined && { replyTo: replyTo.messageId }),
    ...(replyTo && !outbound && { replyToWaId: replyTo.waId }),
    status: status ?? null,
    error: message.error ?? (outbound && !status ? OUTCOME_UNKNOWN : null),
    ...(message.pricing && { pricing: message.pricing }),
    ...(isCosted(message) && { usd: viewUsd(costOfMessage(message)) }),
    waId: message.waId,
    createdAt: isoTime(message.sentAt),
  }
}

/** A message of a reply has a cost before it arrives, because its models had one. */
function isCosted({ direction, status, modelMicroUsd }: MessageItem): boolean {
  return direction === 'outbound' && (status === 'delivered' || status === 'read' || modelMicroUsd !== undefined)
}

/** Returns a message as envelopes show it. `mediaKey` as in `messageView`. */
export function eventMessage(message: MessageItem, mediaKey: Buffer | undefined): EventMessage {
  const { id, waId, text: body, type, buttons = [], quickReplyId, replyTo } = message
  return {
    id,
    waId,
    body,
    media: mediaOf(message, mediaKey),
    buttons: quickReplyId ? [{ type: 'quick_reply', text: body, quickReplyId }] : buttons,
    type,
    ...(replyTo && { replyToWaId: replyTo.waId }),
    ...contentOf(message),
  }
}

/** Returns a message's files: the customer's at our stable URLs, those of the business at the API client's URL. */
function mediaOf(message: MessageItem, mediaKey: Buffer | undefined): { url: string; mimeType: string }[] {
  return (message.media ?? []).map(({ url, mimeType }, index) => ({
    url: url ?? (mediaKey ? mediaUrl({ ...message, messageId: message.id, index }, mediaKey) : ''),
    mimeType,
  }))
}

const Content = v.omit(MessageContent, ['type', 'replyToWaId', 'details'])

/** The provider's fields that are numbers and may be sent as texts. */
const NUMBERS = new Set(['latitude', 'longitude', 'quantity', 'itemPrice'])
/** The provider's names of the id of the message that a reaction, an edit or a deletion refers to. */
const REFERENCES = new Set(['messageId', 'originalMessageId'])

type WithContent = Pick<MessageItem, 'type' | 'detail'> &
  Partial<Pick<MessageItem, 'direction' | 'details'>> & {
    readonly media?: readonly { readonly filename?: string | undefined }[]
  }

/**
 * Returns the content of a customer's message beyond text, media and buttons, as envelopes show it: a location, an
 * order, a reaction … What has no field, or is malformed, is in `details`.
 */
export function contentOf(message: WithContent): MessageContent {
  const { type, detail } = message
  const own = detail === undefined ? {} : renamed(type === 'interactive' ? detail : { [type]: detail })
  const parsed = v.safeParse(Content, own)
  const content = parsed.success ? parsed.output : {}
  const details = message.direction === 'outbound' ? signsOf(message.details) : detailsOf(message, own, content)
  return { ...content, ...(details && { details }) }
}

/** Returns the names of the customer's files, what the provider says beside the content, and what of the content has no field. */
function detailsOf({ type, details, media = [] }: WithContent, own: unknown, content: unknown): Fields | undefined {
  const [file] = media
  const { interactive, ...beside } = fieldsOf(renamed(details))
  const { type: _, ...beyond } = fieldsOf(type === 'edit' ? undefined : beyondOf(own, content))
  const all: Fields = {
    ...beside,
    ...fieldsOf(interactive),
    ...(file?.filename !== undefined && { [type]: { filename: file.filename, ...fieldsOf(beside[type]) } }),
    ...beyond,
  }
  return Object.keys(all).length > 0 ? all : undefined
}

/** Returns the marks of a message of the business: of another agent on the number, of an imported one, of one that the channel holds, or of an order that was paid. */
function signsOf(details: unknown): Fields | undefined {
  const { standby, history, messageStatus, payment } = fieldsOf(details)
  const signs = {
    ...(standby === true && { standby }),
    ...(history === true && { history }),
    ...(typeof messageStatus === 'string' && { messageStatus }),
    ...(isFields(payment) && { payment: renamed(payment) }),
  }
  return Object.keys(signs).length > 0 ? signs : undefined
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Returns the part of `value` that `known` lacks, or undefined if there is none. Items of lists keep their places. */
function beyondOf(value: unknown, known: unknown): unknown {
  if (known === undefined) return isFields(value) && Object.keys(value).length === 0 ? undefined : value
  if (Array.isArray(value) && Array.isArray(known)) {
    const items = value.map((item, index) => beyondOf(item, known[index]))
    return items.some((item) => item !== undefined) ? items.map((item) => item ?? {}) : undefined
  }
  if (!isFields(value) || !isFields(known)) return undefined
  const rest = Object.entries(value).flatMap(([name, field]) => {
    const beyond = beyondOf(field, known[name])
    return beyond === undefined ? [] : [[name, beyond] as const]
  })
  return rest.length > 0 ? Object.fromEntries(rest) : undefined
}

/** Returns a value of the provider with this API's field names. Omits fields that are null. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(
    fields.map(([key, field]) => {
      const name = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const isNumber = NUMBERS.has(name) && typeof field === 'string'
      return [REFERENCES.has(name) ? 'messageWaId' : name, isNumber ? Number(field) : renamed(field)]
    }),
  )
}
