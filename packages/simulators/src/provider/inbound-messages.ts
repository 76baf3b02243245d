/** A customer's message in a webhook. JSON omits undefined keys. */
export interface InboundMessage {
  from?: string
  from_user_id?: string
  id: string
  /** Unix seconds, as a string. */
  timestamp: string
  type: string
  [field: string]: unknown
}

/** The common part of every message. A customer with a hidden phone number has a `fromUserId` and no `from`. */
export interface MessageHead {
  id: string
  /** Unix seconds. */
  timestamp: number
  from?: string
  fromUserId?: string
  context?: { from?: string; id?: string; forwarded?: boolean }
  /** The ad that led the customer to the chat. */
  referral?: object
}

/** A media file in a webhook; `sha256` is base64 here. */
export interface MediaReference {
  id: string
  mime_type: string
  sha256: string
  url?: string
}

/** Builds a message of any type. `content` contains the key with the type's name and any keys beside it. */
export function message(head: MessageHead, type: string, content: object): InboundMessage {
  return {
    context: head.context,
    from: head.from,
    from_user_id: head.fromUserId,
    id: head.id,
    timestamp: String(head.timestamp),
    type,
    ...content,
    referral: head.referral,
  }
}

export function textMessage(head: MessageHead, body: string): InboundMessage {
  return message(head, 'text', { text: { body } })
}

export function imageMessage(head: MessageHead, image: MediaReference & { caption?: string }) {
  return message(head, 'image', { image })
}

export function videoMessage(head: MessageHead, video: MediaReference & { caption?: string }) {
  return message(head, 'video', { video })
}

export function documentMessage(head: MessageHead, document: MediaReference & { caption?: string; filename?: string }) {
  return message(head, 'document', { document })
}

/** `voice` distinguishes a recorded note from a forwarded file. */
export function audioMessage(head: MessageHead, audio: MediaReference & { voice: boolean }) {
  return message(head, 'audio', { audio })
}

export function stickerMessage(head: MessageHead, sticker: MediaReference & { animated: boolean }) {
  return message(head, 'sticker', { sticker })
}

export function locationMessage(head: MessageHead, location: object) {
  return message(head, 'location', { location })
}

export function contactsMessage(head: MessageHead, contacts: object[]) {
  return message(head, 'contacts', { contacts })
}

/** Builds a tap on a reply button of an interactive message. */
export function buttonReplyMessage(head: MessageHead, button_reply: { id: string; title: string }) {
  return message(head, 'interactive', { interactive: { type: 'button_reply', button_reply } })
}

/** Builds a choice from the list of an interactive message. */
export function listReplyMessage(head: MessageHead, list_reply: { id: string; title: string; description?: string }) {
  return message(head, 'interactive', { interactive: { type: 'list_reply', list_reply } })
}

/** Builds a tap on a quick reply of a template. */
export function buttonMessage(head: MessageHead, button: { payload: string; text: string }) {
  return message(head, 'button', { button })
}

/** An empty `emoji` removes the reaction. */
export function reactionMessage(head: MessageHead, reaction: { message_id: string; emoji?: string }) {
  return message(head, 'reaction', { reaction })
}

export function orderMessage(head: MessageHead, order: object) {
  return message(head, 'order', { order })
}

/** Builds a notice of the network, such as `user_changed_number`. Its webhook has no `contacts`. */
export function systemMessage(head: MessageHead, system: object) {
  return message(head, 'system', { system })
}

export function editMessage(head: MessageHead, originalMessageId: string, body: string) {
  const edited = { type: 'text', text: { body } }
  return message(head, 'edit', { edit: { original_message_id: originalMessageId, message: edited } })
}

export function revokeMessage(head: MessageHead, originalMessageId: string) {
  return message(head, 'revoke', { revoke: { original_message_id: originalMessageId } })
}

/** Builds a message that the API does not support. `type` is its name, if the provider knows it. */
export function unsupportedMessage(head: MessageHead, type?: string) {
  return message(head, 'unsupported', {
    unsupported: type === undefined ? undefined : { type },
    errors: [
      {
        code: 131051,
        title: 'Message type unknown',
        message: 'Message type unknown',
        error_data: { details: 'Message type is currently not supported.' },
      },
    ],
  })
}

/** Builds a complete click-to-chat ad referral, overridden by `given`. */
export function adReferral(given: object = {}) {
  return {
    source_url: 'https://fb.me/3cr4Wqqkv',
    source_id: '120226305854810726',
    source_type: 'ad',
    headline: 'Chat with us',
    body: '20% off this week',
    media_type: 'image',
    image_url: 'https://scontent.example/ad.jpg',
    thumbnail_url: 'https://scontent.example/thumb.jpg',
    ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e_mIEOOj27vDVwFjN80dp4',
    welcome_message: { text: 'Hi there! Let us know how we can help' },
    ...given,
  }
}
