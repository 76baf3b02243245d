import * as build from '../inbound-messages.ts'
import type { MediaStore } from '../media.ts'
import type { CheckedInput } from './customer-input.ts'

const DEFAULT_TYPES = {
  image: 'image/jpeg',
  video: 'video/mp4',
  document: 'application/pdf',
  audio: 'audio/ogg; codecs=opus',
  sticker: 'image/webp',
} as const

/** Builds the message object of an input and stores its files. `text` replaces the input's own. */
export function compose(
  input: CheckedInput,
  head: build.MessageHead,
  media: Pick<MediaStore, 'store'>,
  text = input.text,
): build.InboundMessage {
  const file = (kind: keyof typeof DEFAULT_TYPES) => {
    const { mime_type = DEFAULT_TYPES[kind], base64 } = input[kind] ?? {}
    return media.store(mime_type, base64 === undefined ? undefined : Buffer.from(base64, 'base64'))
  }
  if (text !== undefined) return build.textMessage(head, text)
  if (input.image) return build.imageMessage(head, { caption: input.image.caption, ...file('image') })
  if (input.video) return build.videoMessage(head, { caption: input.video.caption, ...file('video') })
  if (input.document) {
    const { caption, filename } = input.document
    return build.documentMessage(head, { caption, filename, ...file('document') })
  }
  if (input.audio) return build.audioMessage(head, { ...file('audio'), voice: input.audio.voice })
  if (input.sticker) return build.stickerMessage(head, { ...file('sticker'), animated: input.sticker.animated })
  if (input.location) return build.locationMessage(head, input.location)
  if (input.contacts) return build.contactsMessage(head, input.contacts)
  if (input.button_reply) return build.buttonReplyMessage(head, input.button_reply)
  if (input.list_reply) return build.listReplyMessage(head, input.list_reply)
  if (input.button) return build.buttonMessage(head, input.button)
  if (input.reaction) return build.reactionMessage(head, input.reaction)
  if (input.order) return build.orderMessage(head, input.order)
  if (input.system) return build.systemMessage(head, input.system)
  if (input.unsupported) return build.unsupportedMessage(head, input.unsupported.type)
  if (input.edit) return build.editMessage(head, input.edit.original_message_id, input.edit.text)
  if (input.revoke) return build.revokeMessage(head, input.revoke.original_message_id)
  if (input.message) return { ...build.message(head, 'unknown', {}), ...input.message }
  return build.textMessage(head, 'Hi, I want to know more')
}
