import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import type { ToolResult } from '../../agents/tool.ts'
import type { Capabilities, OutboundContent } from '../../channel/port.ts'
import type { MediaRef } from '../../conversations/media/media-token.ts'
import { derivedTimeId, timeOfId } from '../../platform/clock.ts'
import { type StoredJson, storedJson } from '../../platform/table/stored-json.ts'
import { splitText, withChoices } from './choices.ts'
import { type Messages, packMessages } from './pack-messages.ts'

type MadeFile = NonNullable<ToolResult['media']>[number]

/** One message of a reply, as stored before it is sent. */
export interface ReplyPart {
  readonly id: string
  readonly content: OutboundContent
}

const optional = v.optional(v.string())
const Media = v.object({ url: optional, key: optional, mimeType: v.string() })
const Button = v.object({
  type: v.picklist(['quick_reply', 'url']),
  text: v.string(),
  url: optional,
  quickReplyId: optional,
})
export const storedParts: StoredJson<ReplyPart[]> = storedJson(
  'the reply of a turn',
  v.array(
    v.object({
      id: v.string(),
      content: v.object({
        type: v.string(),
        text: v.optional(v.string(), ''),
        media: v.optional(v.array(Media)),
        buttons: v.optional(v.array(Button)),
        detail: v.optional(v.unknown()),
      }),
    }),
  ),
)

export interface Reply {
  /** The greeting of a new session; empty later. */
  readonly greeting: readonly OutboundContent[]
  /** Files that tools created for the customer. */
  readonly files: readonly MadeFile[]
  readonly text: string
  /** What the customer can choose below the text. */
  readonly choices?: readonly string[]
  /** Whether the text has a button with which the customer shares the phone number. @default false */
  readonly asksForNumber?: boolean
}

/** The conversation of a reply, and the messages that it must sort after. */
interface ReplyContext {
  readonly organizationId: string
  readonly conversationId: string
  readonly turnId: string
  /** Ids of the messages that the reply answers. */
  readonly covers: readonly string[]
  readonly capabilities: Pick<
    Capabilities,
    'buttons' | 'longestText' | 'longestCaption' | 'chargesMessages' | 'numberRequest'
  >
  /** Whether the agent sends its first message, files and text as messages of their own. @default false */
  readonly isSeparate?: boolean
  readonly now: EpochMs
}

/** The ids derive from the turn. Parts sort after the answered messages, even if the provider's clock is ahead. */
export function composeReply(
  reply: Reply,
  { organizationId, conversationId, turnId, covers, capabilities, isSeparate = false, now }: ReplyContext,
  fileUrl: (ref: MediaRef) => string,
): ReplyPart[] {
  const at = Math.max(now, ...covers.map((id) => timeOfId(id) + 1))
  const messages = messagesOf(reply, capabilities)
  const isPacked = capabilities.chargesMessages === true && !isSeparate
  const contents = isPacked ? packMessages(messages, capabilities) : inOrder(messages)
  return contents.map((content, index) => {
    const id = derivedTimeId(at + index, 'reply', turnId, String(index))
    const media = content.media?.map((file) => ({
      url: fileUrl({ organizationId, conversationId, messageId: id, index: 0 }),
      ...file,
    }))
    return { id, content: media ? { ...content, media } : content }
  })
}

/** Returns how many messages fewer a reply has than its parts. */
export function savedBy(reply: Reply, { capabilities }: Pick<ReplyContext, 'capabilities'>, sent: number): number {
  return inOrder(messagesOf(reply, capabilities)).length - sent
}

function inOrder({ greeting, files, answer }: Messages): OutboundContent[] {
  return [...greeting, ...files, ...answer]
}

function messagesOf(
  { greeting, files, text, choices = [], asksForNumber = false }: Reply,
  capabilities: ReplyContext['capabilities'],
): Messages {
  return {
    greeting,
    files: files.map(({ key, mimeType, caption = '' }) => ({
      type: 'media',
      text: caption,
      media: [{ key, mimeType }],
    })),
    answer:
      (asksForNumber && withNumberRequest(text.trim(), capabilities)) ||
      withChoices(text.trim(), choices, capabilities),
  }
}

/** Characters of the text beside a request for the number. What a longer reply has before is sent as text. */
const LONGEST_REQUEST = 1024

/** Returns a text whose last part asks for the phone number, or undefined if the channel cannot ask, or without a text. */
function withNumberRequest(
  text: string,
  { numberRequest }: Pick<Capabilities, 'numberRequest'>,
): OutboundContent[] | undefined {
  const parts = splitText(text, LONGEST_REQUEST)
  const last = parts.at(-1)
  if (numberRequest === undefined || last === undefined) return undefined
  return [
    ...parts.slice(0, -1).map((part) => ({ type: 'text', text: part })),
    { type: 'interactive', text: last, detail: numberRequest(last) },
  ]
}
