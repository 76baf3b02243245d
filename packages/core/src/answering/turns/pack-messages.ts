import { mediaKind } from '../../channel/fit-content.ts'
import type { Capabilities, OutboundContent } from '../../channel/port.ts'

type MediaContent = OutboundContent & Required<Pick<OutboundContent, 'media'>>

/** The messages of a reply in the order in which the customer reads them. */
export interface Messages {
  readonly greeting: readonly OutboundContent[]
  readonly files: readonly MediaContent[]
  readonly answer: readonly OutboundContent[]
}

type Limits = Pick<Capabilities, 'buttons' | 'longestText' | 'longestCaption'>

/**
 * Returns the messages of a reply as few as the channel allows, because it bills each one. Nothing that the customer reads is lost, and its
 * order stays: a greeting is the beginning of the answer, and the answer is the caption of the last file before it. What does not fit in one
 * message stays apart: a text that is too long, a file without a caption, two sets of buttons.
 */
export function packMessages({ greeting, files, answer }: Messages, limits: Limits): OutboundContent[] {
  const [first] = answer
  const [file] = files
  const begins = greeting.length === 1 ? greeting[0] : undefined
  if (files.length === 0) {
    const joined = begins && first && joinTexts(begins, first, limits)
    return joined ? [joined, ...answer.slice(1)] : [...greeting, ...answer]
  }
  const isAlone = files.length === 1 && answer.length <= 1
  const whole = isAlone && begins && file ? captioned(file, [begins, ...answer], limits) : undefined
  if (whole) return [whole]
  const last = files.at(-1)
  const closing = last && answer.length === 1 ? captioned(last, answer, limits) : undefined
  return closing ? [...greeting, ...files.slice(0, -1), closing] : [...greeting, ...files, ...answer]
}

/** Returns one message with two texts and the buttons of one of them, or undefined if that is not possible. */
function joinTexts(one: OutboundContent, other: OutboundContent, limits: Limits): OutboundContent | undefined {
  if (one.buttons && other.buttons) return undefined
  const text = [one.text, other.text].join('\n\n')
  const joined = one.buttons ? { ...one, text } : { ...other, text }
  if (!isText(one) || !isText(other)) return undefined
  const longest = joined.buttons ? (limits.buttons?.longestText ?? 0) : limits.longestText
  return text.length <= longest ? joined : undefined
}

/** Returns a file with texts as its caption, or undefined if they are no mere texts or too long, or the file has no caption. */
function captioned(file: MediaContent, texts: readonly OutboundContent[], limits: Limits): OutboundContent | undefined {
  const { longestCaption } = limits
  const hasCaption = file.media.every(({ mimeType }) => !['audio', 'sticker'].includes(mediaKind(mimeType)))
  if (longestCaption === undefined || !hasCaption || !texts.every((each) => isText(each) && !each.buttons))
    return undefined
  const text = [file.text, ...texts.map((each) => each.text)].filter(Boolean).join('\n\n')
  return text.length <= longestCaption ? { ...file, text } : undefined
}

function isText({ type }: OutboundContent): boolean {
  return type === 'text' || type === 'buttons'
}
