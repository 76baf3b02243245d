import type { StepMessage } from '../../agents/models/step-messages.ts'
import type { InboundFile } from '../../channel/port.ts'
import type { MediaRef } from '../../conversations/media/media-token.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { clip } from '../tools/as-data.ts'

/** Limits of the history for the model. Older messages are left out. */
export const HISTORY_MESSAGES = 40
export const HISTORY_CHARACTERS = 24_000

/** The latest messages of a conversation. */
export interface Transcript {
  /** Messages of the session, and messages that await an answer, in the order of their arrival. */
  readonly messages: readonly MessageItem[]
  /** Whether the session has older messages. */
  readonly cut: boolean
}

export interface History {
  readonly messages: readonly StepMessage[]
  /** The files of the messages to answer. */
  readonly files: readonly HistoryFile[]
  /** Whether the session has messages that the model does not see. */
  readonly cut: boolean
}

export interface HistoryFile {
  /** The index of its message in the history. */
  readonly position: number
  readonly ref: MediaRef
  /** The type of its message, such as `image`. */
  readonly type: string
  readonly file: InboundFile
}

/**
 * Builds the conversation for the model: the earlier messages, then the messages to answer (`covers`). The customer has
 * the last word. Messages that await an answer of another turn are left out.
 */
export function buildHistory({ messages, cut }: Transcript, covers: readonly string[]): History {
  const covered = messages.filter(({ id }) => covers.includes(id))
  const before = messages.filter(
    (message) => isPartOfHistory(message) && !covers.includes(message.id) && !awaitsAnswer(message),
  )
  const latestFirst = [...before, ...covered].toReversed().map((message) => ({ message, text: messageText(message) }))
  let left = HISTORY_CHARACTERS
  const fits = latestFirst.findIndex(({ text }, index) => {
    left -= text.length
    return index > 0 && (left < 0 || index >= HISTORY_MESSAGES)
  })
  const included = (fits < 0 ? latestFirst : latestFirst.slice(0, fits)).toReversed()
  return {
    messages: included.map(toStepMessage),
    files: included.flatMap(({ message }, position) =>
      covers.includes(message.id) ? filesOf(message).map((file) => ({ ...file, position })) : [],
    ),
    cut: cut || included.length < latestFirst.length,
  }
}

function filesOf({ organizationId, conversationId, id: messageId, type, transcript, media = [] }: MessageItem) {
  return media.flatMap(({ id, mimeType, filename }, index) =>
    id === undefined || transcript !== undefined
      ? []
      : [{ ref: { organizationId, conversationId, messageId, index }, type, file: { id, mimeType, filename } }],
  )
}

function toStepMessage({ message, text }: { readonly message: MessageItem; readonly text: string }): StepMessage {
  return message.direction === 'inbound' ? { role: 'user', text } : { role: 'assistant', text }
}

/** Maximum JSON size of a message without text, such as a location. */
const DETAIL_BYTES = 1024
const LONGEST_NAME = 100
/** Types that are not part of the conversation's text. */
const NOT_IN_HISTORY = ['reaction', 'system', 'revoke']

type MessageContent = Pick<
  MessageItem,
  'direction' | 'role' | 'type' | 'text' | 'transcript' | 'media' | 'buttons' | 'template' | 'detail' | 'details'
>

/** Returns whether the model sees a message. */
function isPartOfHistory({ type }: Pick<MessageItem, 'type'>): boolean {
  return !NOT_IN_HISTORY.includes(type)
}

/**
 * Content other than text is in brackets. The role marks a customer's text: weak models repeat tags around it, and no
 * instruction of ours is in a user's message.
 */
function messageText(message: MessageContent): string {
  return message.direction === 'inbound' ? customerText(message) : ownText(message)
}

function customerText({ type, text, transcript, media = [], detail, details }: MessageContent): string {
  if (transcript !== undefined) return transcript ? `[voice message] ${transcript}` : '[voice message without words]'
  const files = media.map(({ filename }) => {
    if (type === 'audio') return '[voice message that you have not heard]'
    return `[${type}${filename ? ` “${filename.slice(0, LONGEST_NAME)}”` : ''}]`
  })
  const other = type === 'text' || type === 'button' || media.length > 0 ? [] : describe(type, text, detail)
  const more = details === undefined ? [] : [`[details: ${clip(JSON.stringify(details), DETAIL_BYTES)}]`]
  return [...files, ...other, ...(text ? [text] : []), ...more].join(' ')
}

function describe(type: string, text: string, detail: unknown): string[] {
  if (detail === undefined) return type === 'interactive' && text ? [] : [`[${type}]`]
  return [`[${type}]`, clip(JSON.stringify(detail), DETAIL_BYTES)]
}

function ownText({ role, type, text, media = [], buttons = [], template, detail }: MessageContent): string {
  const said = [
    ...media.map(({ mimeType }) => `[file ${mimeType}]`),
    ...(template
      ? [
          `[template “${template.name}”]`,
          ...(text ? [] : (template.positional ?? Object.values(Object(template.named)))),
        ]
      : []),
    ...(detail !== undefined && !text ? describe(type, text, detail) : []),
    ...(text ? [text] : []),
    ...(buttons.length > 0 ? [`[buttons: ${buttons.map((button) => button.text).join(' | ')}]`] : []),
  ].join(' ')
  return role === 'human' ? `[A human colleague wrote:] ${said}` : said
}
