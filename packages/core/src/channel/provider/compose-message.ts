/** The content of an outbound message: text, a file with its caption, buttons, or a template. */
export interface OutboundContent {
  readonly type: string
  /** Also the caption of a file. */
  readonly text: string
  readonly media?: {
    readonly url?: string
    /** The bucket key of a file that an agent created. */
    readonly key?: string
    readonly mimeType: string
    readonly filename?: string
  }[]
  readonly buttons?: {
    readonly type: 'quick_reply' | 'url'
    readonly text: string
    readonly url?: string
    readonly quickReplyId?: string
  }[]
  readonly template?: {
    readonly name: string
    readonly language: string
    /** Values of the variables, by position or by name. */
    readonly positional?: string[]
    readonly named?: unknown
  }
}

/** The recipient of a message: a phone number if it is known, else the provider's user id. */
export interface Recipient {
  readonly contactNumber?: string
  readonly contactUserId?: string
}

/** Builds the body of `POST /{phone number id}/messages`. Every status of the message returns `callbackData`. */
export function composeMessage(recipient: Recipient, content: OutboundContent, callbackData: string): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(recipient.contactNumber ? { to: recipient.contactNumber } : { recipient: recipient.contactUserId }),
    biz_opaque_callback_data: callbackData,
    ...composeContent(content),
  }
}

function composeContent(content: OutboundContent): object {
  const { text, media, buttons, template } = content
  const [file] = media ?? []
  if (template) return { type: 'template', template: composeTemplate(template) }
  if (file) return composeMedia(file, text)
  if (buttons) return { type: 'interactive', interactive: composeButtons(text, buttons) }
  return { type: 'text', text: { preview_url: false, body: text } }
}

function composeMedia(file: NonNullable<OutboundContent['media']>[number], text: string): object {
  const kind = mediaKind(file.mimeType)
  const caption = text && { caption: text }
  const filename = kind === 'document' && file.filename && { filename: file.filename }
  return { type: kind, [kind]: { link: file.url, ...caption, ...filename } }
}

/** Returns the provider's kind of media for a MIME type. Unknown types are documents. */
export function mediaKind(mimeType: string): 'image' | 'video' | 'audio' | 'sticker' | 'document' {
  const [type = '', subtype = ''] = mimeType.toLowerCase().split(/[/;]/)
  if (type === 'image' && ['jpeg', 'png'].includes(subtype)) return 'image'
  if (type === 'image' && subtype === 'webp') return 'sticker'
  return type === 'video' || type === 'audio' ? type : 'document'
}

function composeButtons(text: string, buttons: NonNullable<OutboundContent['buttons']>): object {
  const body = { text }
  const [first] = buttons
  if (first?.type === 'url') {
    const parameters = { display_text: first.text, url: first.url }
    return { type: 'cta_url', body, action: { name: 'cta_url', parameters } }
  }
  const replies = buttons.map((button) => ({ type: 'reply', reply: { id: button.quickReplyId, title: button.text } }))
  return { type: 'button', body, action: { buttons: replies } }
}

function composeTemplate({ name, language, positional, named }: NonNullable<OutboundContent['template']>): object {
  const parameters =
    positional?.map((text) => ({ type: 'text', text })) ??
    Object.entries(Object(named)).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text }))
  return {
    name,
    language: { code: language },
    ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
  }
}
