import { type MessageInput, quickReplyId } from '@messaging/contract/messages.ts'
import type { OutboundContent } from '../../channel/port.ts'

/**
 * Returns the content that the body of the send endpoint requests, without its references to other messages. `language` is
 * that of a template.
 */
export function outboundContent(input: MessageInput, language: string): OutboundContent {
  switch (input.type) {
    case 'text':
      return { type: input.type, text: input.text.body }
    case 'media': {
      const { url, mimeType, caption = '' } = input.media
      return { type: input.type, text: caption, media: [{ url, mimeType, filename: filenameOf(url) }] }
    }
    case 'buttons':
      return {
        type: input.type,
        text: input.text.body,
        buttons: input.buttons.map((button) =>
          button.type === 'url' ? button : { ...button, quickReplyId: quickReplyId(button) },
        ),
      }
    case 'template': {
      const { name, variables, components } = input.template
      const values = Array.isArray(variables) ? { positional: variables } : { named: variables }
      return { type: input.type, text: '', template: { name, language, ...values, ...(components && { components }) } }
    }
    case 'interactive':
      return { type: input.type, text: '', detail: input.interactive }
    case 'location':
      return { type: input.type, text: '', detail: input.location }
    case 'contacts':
      return { type: input.type, text: '', detail: input.contacts }
    case 'reaction':
      return { type: input.type, text: '' }
  }
}

function filenameOf(url: string): string | undefined {
  return new URL(url).pathname.split('/').pop() || undefined
}
