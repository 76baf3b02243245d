import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { clip } from '../tools/as-data.ts'

/** Maximum JSON size of a message without text, such as a location. */
const DETAIL_BYTES = 1024
const LONGEST_NAME = 100
/** Types that are not part of the conversation's text. */
const UNSAID = ['reaction', 'system', 'revoke']

type Said = Pick<MessageItem, 'direction' | 'role' | 'type' | 'text' | 'media' | 'buttons' | 'template' | 'detail'>

/** Returns whether the model sees a message. */
export function isSaid({ type }: Pick<MessageItem, 'type'>): boolean {
  return !UNSAID.includes(type)
}

/** Content other than text is in brackets. A customer's text is in a tag that it cannot close. */
export function messageText(message: Said): string {
  return message.direction === 'inbound' ? customerText(message) : ownText(message)
}

function customerText({ type, text, media = [], detail }: Said): string {
  const files = media.map(({ filename }) => `[${type}${filename ? ` “${filename.slice(0, LONGEST_NAME)}”` : ''}]`)
  const other = type === 'text' || type === 'button' || media.length > 0 ? [] : describe(type, text, detail)
  const said = [...files, ...other, ...(text ? [text] : [])].join(' ')
  return `<customer_message>${said.replace(/<(?=\/?\s*customer_message)/gi, '&lt;')}</customer_message>`
}

function describe(type: string, text: string, detail: unknown): string[] {
  if (detail === undefined) return type === 'interactive' && text ? [] : [`[${type}]`]
  return [`[${type}]`, clip(JSON.stringify(detail), DETAIL_BYTES)]
}

function ownText({ role, text, media = [], buttons = [], template }: Said): string {
  const said = [
    ...media.map(({ mimeType }) => `[file ${mimeType}]`),
    ...(template
      ? [`[template “${template.name}”]`, ...(template.positional ?? Object.values(Object(template.named)))]
      : []),
    ...(text ? [text] : []),
    ...(buttons.length > 0 ? [`[buttons: ${buttons.map((button) => button.text).join(' | ')}]`] : []),
  ].join(' ')
  return role === 'human' ? `[A human colleague wrote:] ${said}` : said
}
