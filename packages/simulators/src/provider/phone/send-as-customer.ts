import * as v from 'valibot'
import { unixSeconds } from '../../clock.ts'
import { wamid } from '../chats.ts'
import * as build from '../inbound-messages.ts'
import { adReferral, type InboundMessage, type MessageHead } from '../inbound-messages.ts'
import type { MediaStore } from '../media.ts'
import { readableText } from '../readable-text.ts'
import { type BusinessNumber, digitsOf, messagesEnvelope, standbyEnvelope } from '../webhook-envelopes.ts'
import { findNumber, type World } from '../world.ts'

const optionalText = v.optional(v.string())
const file = { mime_type: optionalText, base64: v.optional(v.pipe(v.string(), v.base64())) }

/** The contents of a message; the keys are the provider's names of its types. */
const content = {
  text: v.string(),
  image: v.strictObject({ ...file, caption: optionalText }),
  video: v.strictObject({ ...file, caption: optionalText }),
  document: v.strictObject({ ...file, caption: optionalText, filename: optionalText }),
  audio: v.strictObject({ ...file, voice: v.optional(v.boolean(), true) }),
  sticker: v.strictObject({ ...file, animated: v.optional(v.boolean(), false) }),
  location: v.looseObject({ latitude: v.number(), longitude: v.number() }),
  contacts: v.array(v.looseObject({})),
  button_reply: v.strictObject({ id: v.string(), title: v.string() }),
  list_reply: v.strictObject({ id: v.string(), title: v.string(), description: optionalText }),
  button: v.strictObject({ payload: v.string(), text: v.string() }),
  reaction: v.strictObject({ message_id: v.string(), emoji: optionalText }),
  order: v.looseObject({ catalog_id: v.string(), product_items: v.array(v.looseObject({})) }),
  system: v.looseObject({ type: v.optional(v.string(), 'user_changed_number') }),
  unsupported: v.strictObject({ type: optionalText }),
  edit: v.strictObject({ original_message_id: v.string(), text: v.string() }),
  revoke: v.strictObject({ original_message_id: v.string() }),
  /** A message object in the provider's format. Missing `from`, `id` and `timestamp` are added. */
  message: v.looseObject({}),
} satisfies v.ObjectEntries

const kinds = Object.keys(content)

const fields = {
  ...v.partial(v.object(content)).entries,
  /** The business number's digits or id. Default: the first number. */
  to: optionalText,
  /** The profile's name. Default: that of the last message, or `Customer` and the last four digits. */
  name: optionalText,
  username: optionalText,
  /** A customer known by user id. The phone stays hidden unless `withPhone` is set. */
  userId: optionalText,
  withPhone: v.optional(v.boolean(), false),
  /** The id of the message that this one replies to. */
  replyTo: optionalText,
  /** The ad that led the customer to the chat; `true` for a complete example. */
  referral: v.optional(v.union([v.literal(true), v.looseObject({})])),
  /** Whether another agent on the number answers the conversation. */
  standby: v.optional(v.boolean(), false),
  id: optionalText,
  /** Unix seconds. Default: now. */
  timestamp: v.optional(v.pipe(v.number(), v.integer())),
  /** How many more times the same POST is sent, concurrently. */
  duplicates: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 0),
  /** How many messages with different ids are batched in the POST; texts are numbered. */
  repeat: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
} satisfies v.ObjectEntries

/** A customer's action: exactly one content (a referral alone comes with a text), and how it is delivered. */
export const CustomerInput = v.pipe(
  v.strictObject(fields, ({ expected }) =>
    expected === 'never' ? `is an unknown field; known are ${Object.keys(fields).join(', ')}` : 'must be an object',
  ),
  v.check(
    (input) => {
      const given = Object.entries(input).filter(([key, value]) => value !== undefined && kinds.includes(key)).length
      return given === 1 || (given === 0 && input.referral !== undefined)
    },
    `must have exactly one of ${kinds.join(', ')}`,
  ),
)
export type CustomerInput = v.InferInput<typeof CustomerInput>
type CheckedInput = v.InferOutput<typeof CustomerInput>

const DEFAULT_TYPES = {
  image: 'image/jpeg',
  video: 'video/mp4',
  document: 'application/pdf',
  audio: 'audio/ogg; codecs=opus',
  sticker: 'image/webp',
} as const

export interface CustomerSend {
  messageIds: string[]
  /** Whether every copy of the POST received a 200 at the first attempt. */
  delivered: boolean
  /** The highest status of the first attempts; 0: no response. */
  status: number
}

/** The customer's identity in webhooks and in chats. */
interface Identity {
  key: string
  waId: string | undefined
  userId: string | undefined
}

/**
 * Sends as the customer with these digits (or this user id, such as `GB.1349`), and posts the webhook.
 * @throws ValiError if the input is not a CustomerInput; Error if the number does not exist.
 */
export async function sendAsCustomer(customer: string, input: CustomerInput, world: World): Promise<CustomerSend> {
  const checked = v.parse(CustomerInput, input)
  const number = checked.to === undefined ? world.numbers[0] : findNumber(world.numbers, checked.to)
  if (!number) throw new Error(`no such business number: ${checked.to ?? ''}`)
  const identity = identify(customer, checked, world)
  const timestamp = checked.timestamp ?? unixSeconds(world.clock)

  const media = {
    store: (mimeType: string, bytes?: Buffer) => world.media.store(mimeType, bytes, number.phoneNumberId),
  }
  const messages = Array.from({ length: checked.repeat }, (_, i) => {
    const id = checked.id === undefined ? wamid('inbound', identity.key) : `${checked.id}${i === 0 ? '' : `-${i + 1}`}`
    const text = checked.text !== undefined && checked.repeat > 1 ? `${checked.text} ${i + 1}` : checked.text
    return compose(checked, head(checked, id, timestamp, identity, number, world), media, text)
  })
  for (const message of messages) receive(message, identity.key, number, world)

  const { username } = checked
  const name = world.customers.nameOf(identity.key, checked.name)
  const contacts = checked.system ? [] : [{ name, username, waId: identity.waId, userId: identity.userId }]
  const envelope = (checked.standby ? standbyEnvelope : messagesEnvelope)(number, messages, contacts)
  const posts = await Promise.all(Array.from({ length: 1 + checked.duplicates }, () => world.webhooks.post(envelope)))
  return {
    messageIds: messages.map(({ id }) => id),
    delivered: posts.every(({ delivered }) => delivered),
    status: (posts.find(({ delivered }) => !delivered) ?? posts[0])?.status ?? 0,
  }
}

function identify(customer: string, { userId, withPhone }: CheckedInput, world: World): Identity {
  const isUserId = /^[A-Z]{2}\./.test(customer)
  const phone = isUserId ? undefined : digitsOf(customer)
  if (phone === '') throw new Error(`${customer} is neither a phone number nor a user id`)
  const user = userId ?? (isUserId ? customer : undefined)
  const waId = user === undefined || withPhone ? phone : undefined
  if (user !== undefined && waId !== undefined) world.customers.link(user, waId)
  return { key: world.customers.key(waId ?? user ?? customer), waId, userId: user }
}

/** A tap replies to the business's last message unless another one is given. */
function head(
  input: CheckedInput,
  id: string,
  timestamp: number,
  { key, waId, userId }: Identity,
  number: BusinessNumber,
  world: World,
): MessageHead {
  const isTap = Boolean(input.button_reply ?? input.list_reply ?? input.button)
  const repliedTo = input.replyTo ?? (isTap ? world.chats.lastOfBusiness(key)?.id : undefined)
  return {
    id,
    timestamp,
    from: waId,
    fromUserId: userId,
    context: repliedTo === undefined ? undefined : { from: digitsOf(number.displayPhoneNumber), id: repliedTo },
    referral: input.referral && adReferral(input.referral === true ? {} : input.referral),
  }
}

function receive(message: InboundMessage, customer: string, { phoneNumberId }: BusinessNumber, world: World): void {
  const { id, type, timestamp } = message
  const seen = {
    by: 'customer' as const,
    id,
    phoneNumberId,
    customer,
    type,
    text: readableText(message),
    at: world.clock(),
    message,
    read: false,
  }
  world.chats.receive(seen, Number(timestamp))
}

/** Builds the message object of an input and stores its files. `text` replaces the input's own. */
function compose(
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
