import type { MediaKind } from '@replywright/contract/media-types.ts'
import { invalidField } from '../platform/errors.ts'
import type { Capabilities, OutboundContent } from './port.ts'

/**
 * Returns the content as a channel can send it: without buttons, their labels are numbered lines of the text.
 * @throws ServiceError 400 for a template, a file, a text or another type that the channel cannot send
 */
export function fitContent(content: OutboundContent, capabilities: Capabilities): OutboundContent {
  const { hasTemplates, buttons, contentTypes, longestText, mediaKinds } = capabilities
  if (content.template && !hasTemplates)
    throw invalidField('type', 'the channel of this number has no templates; send a text')
  if (content.detail !== undefined && !contentTypes.some((type) => type === content.type))
    throw invalidField('type', `the channel of this number sends no messages of the type ${content.type}; send a text`)
  for (const { mimeType } of content.media ?? []) {
    const kind = mediaKind(mimeType)
    if (!mediaKinds.includes(kind))
      throw invalidField(
        'media.mimeType',
        `the channel of this number does not send files of the kind ${kind}; send a link in a text`,
      )
  }
  const fitting = content.buttons && !buttons ? asNumberedText(content.text, content.buttons) : content
  if (content.template === undefined && [...fitting.text].length > longestText)
    throw invalidField(
      content.media ? 'media.caption' : 'text.body',
      `must have at most ${longestText} characters on the channel of this number`,
    )
  return fitting
}

function asNumberedText(text: string, buttons: NonNullable<OutboundContent['buttons']>): OutboundContent {
  const lines = buttons.map(({ text: label, url }, index) => `${index + 1}. ${label}${url ? `: ${url}` : ''}`)
  return { type: 'text', text: [text, lines.join('\n')].join('\n\n') }
}

/** Returns the kind of media of a MIME type. Unknown types are documents. */
export function mediaKind(mimeType: string): MediaKind {
  const [type = '', subtype = ''] = mimeType.toLowerCase().split(/[/;]/)
  if (type === 'image' && ['jpeg', 'png'].includes(subtype)) return 'image'
  if (type === 'image' && subtype === 'webp') return 'sticker'
  return type === 'video' || type === 'audio' ? type : 'document'
}
