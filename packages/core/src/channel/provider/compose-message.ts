import * as v from 'valibot'
import { mediaKind } from '../fit-content.ts'
import { CONTENT_TYPES, type OutboundContent, type OutboundMessage } from '../port.ts'
import { BUTTONS } from './capabilities.ts'

type ContentType = (typeof CONTENT_TYPES)[number]

/** Builds the body of `POST /{phone number id}/messages`. Every status of the message returns `callbackData`. */
export function composeMessage({ to, content, callbackData }: OutboundMessage): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(to.contactNumber ? { to: to.contactNumber } : { recipient: to.contactUserId }),
    biz_opaque_callback_data: callbackData,
    ...(content.replyTo?.waId && { context: { message_id: content.replyTo.waId } }),
    ...composeContent(content),
  }
}

/** The label of the button that opens a list, in every language. */
const MENU = '☰'

function composeContent(content: OutboundContent): object {
  const { type, text, media, buttons, template, detail } = content
  const [file] = media ?? []
  if (template) return { type: 'template', template: composeTemplate(template) }
  if (isContentType(type)) return { type, [type]: composeDetail(type, detail) }
  if (file) return composeMedia(file, text)
  if (buttons) return { type: 'interactive', interactive: composeButtons(text, buttons) }
  return { type: 'text', text: { preview_url: false, body: text } }
}

function isContentType(type: string): type is ContentType {
  return CONTENT_TYPES.some((one) => one === type)
}

const Reaction = v.object({ messageWaId: v.string(), emoji: v.string() })

function composeDetail(type: ContentType, detail: unknown): unknown {
  if (type === 'contacts') return inSnakeCase(v.parse(Contacts, detail).map(withNamePart))
  if (type !== 'reaction') return detail
  const { messageWaId, emoji } = v.parse(Reaction, detail)
  return { message_id: messageWaId, emoji }
}

const Contacts = v.array(v.looseObject({ name: v.looseObject({ formattedName: v.string() }) }))
const NAME_PARTS = ['firstName', 'middleName', 'lastName', 'prefix', 'suffix']

/** The provider requires a part of the name beside the formatted name. */
function withNamePart(contact: v.InferOutput<typeof Contacts>[number]): object {
  const { name } = contact
  if (NAME_PARTS.some((part) => name[part])) return contact
  return { ...contact, name: { ...name, firstName: name.formattedName } }
}

/** Returns a value of the contract with the provider's names. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(field),
    ]),
  )
}

function composeMedia(file: NonNullable<OutboundContent['media']>[number], text: string): object {
  const kind = mediaKind(file.mimeType)
  const caption = text && { caption: text }
  const filename = kind === 'document' && file.filename && { filename: file.filename }
  const voice = kind === 'audio' && file.voice && { voice: true }
  return { type: kind, [kind]: { link: file.url, ...caption, ...filename, ...voice } }
}

function composeButtons(text: string, buttons: NonNullable<OutboundContent['buttons']>): object {
  const body = { text }
  const [first] = buttons
  if (first?.type === 'url') {
    const parameters = { display_text: first.text, url: first.url }
    return { type: 'cta_url', body, action: { name: 'cta_url', parameters } }
  }
  if (buttons.length > BUTTONS.most || buttons.some(({ text: label }) => [...label].length > BUTTONS.longestLabel)) {
    const rows = buttons.map((button) => ({ id: button.quickReplyId, title: button.text }))
    return { type: 'list', body, action: { button: MENU, sections: [{ rows }] } }
  }
  const replies = buttons.map((button) => ({ type: 'reply', reply: { id: button.quickReplyId, title: button.text } }))
  return { type: 'button', body, action: { buttons: replies } }
}

function composeTemplate({
  name,
  language,
  positional,
  named,
  components: given = [],
}: NonNullable<OutboundContent['template']>): object {
  const parameters =
    positional?.map((text) => ({ type: 'text', text })) ??
    Object.entries(Object(named)).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text }))
  const components = [...(parameters.length > 0 ? [{ type: 'body', parameters }] : []), ...given]
  return { name, language: { code: language }, ...(components.length > 0 && { components }) }
}
