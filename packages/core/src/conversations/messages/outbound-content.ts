import { type MessageInput, quickReplyId } from '@messaging/contract/messages.ts'
import type { OutboundContent } from '../../channel/provider/compose-message.ts'

/** Returns the content that the body of the send endpoint requests. */
export function outboundContent(input: MessageInput): OutboundContent {
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
      const { name, language, variables } = input.template
      const values = Array.isArray(variables) ? { positional: variables } : { named: variables }
      return { type: input.type, text: '', template: { name, language, ...values } }
    }
  }
}

function filenameOf(url: string): string | undefined {
  return new URL(url).pathname.split('/').pop() || undefined
}
