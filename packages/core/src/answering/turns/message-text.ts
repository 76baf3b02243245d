import { shorten } from '../../agents/models/shorten.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { clip } from '../tools/as-data.ts'

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
export function isPartOfHistory({ type }: Pick<MessageItem, 'type'>): boolean {
  return !NOT_IN_HISTORY.includes(type)
}

/**
 * Content other than text is in brackets. The role marks a customer's text: weak models repeat tags around it, and no
 * instruction of ours is in a user's message.
 */
export function messageText(message: MessageContent): string {
  return message.direction === 'inbound' ? customerText(message) : ownText(message)
}

function customerText({ type, text, transcript, media = [], detail, details }: MessageContent): string {
  if (transcript !== undefined) return transcript ? `[voice message] ${transcript}` : '[voice message without words]'
  const files = media.map(({ filename }) => {
    if (type === 'audio') return '[voice message that you have not heard]'
    return `[${type}${filename ? ` “${shorten(filename, LONGEST_NAME)}”` : ''}]`
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
