import * as v from 'valibot'
import type { CustomerNames, InboundMessage, Referral } from '../port.ts'
import { AnyTime, Id, Word } from './json-words.ts'
import { isNewFile, readDetails } from './read-details.ts'

const Text = v.fallback(v.optional(v.string(), ''), '')
const MaybeText = v.fallback(v.optional(v.string()), undefined)

const ReferralObject = v.object({
  source_type: Text,
  source_id: Text,
  source_url: Text,
  headline: Text,
  body: Text,
  media_type: Text,
  image_url: Text,
  video_url: Text,
  thumbnail_url: Text,
  ctwa_clid: Text,
  welcome_message: v.fallback(v.optional(v.object({ text: Text })), undefined),
})

/** A text without the object around it. */
const TextAlone = v.pipe(
  v.string(),
  v.transform((body) => ({ body })),
)

const Message = v.looseObject({
  id: Id,
  timestamp: AnyTime,
  type: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty()), 'unknown'), 'unknown'),
  from: Word,
  from_user_id: Word,
  from_parent_user_id: Word,
  text: v.fallback(v.optional(v.union([v.object({ body: Text }), TextAlone])), undefined),
  button: v.fallback(v.optional(v.object({ text: Text, payload: MaybeText })), undefined),
  interactive: v.fallback(v.optional(v.looseObject({ type: Text })), undefined),
  context: v.fallback(v.optional(v.object({ id: Word })), undefined),
  referral: v.fallback(v.optional(ReferralObject), undefined),
})

const Contact = v.object({
  wa_id: Word,
  user_id: Word,
  parent_user_id: Word,
  profile: v.fallback(v.optional(v.object({ name: MaybeText, username: MaybeText })), undefined),
})

const Media = v.object({ id: Word, mime_type: Text, caption: Text, filename: MaybeText })
const ReplyId = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const Reply = v.object({ id: v.fallback(v.optional(ReplyId), undefined), title: Text })

/** Longer names are truncated, because names are part of every envelope. */
const MAX_NAME_LENGTH = 255

const MEDIA_TYPES = ['image', 'video', 'document', 'audio', 'sticker']
const TYPES_WITHOUT_REPLY = ['reaction', 'system', 'edit', 'revoke']

/** Parses one message of a webhook, of any type. Returns `unreadable` if it has no id, time or sender. */
export function readMessage(
  phoneNumberId: string,
  raw: unknown,
  contacts: readonly unknown[],
): InboundMessage | { readonly unreadable: string } {
  const parsed = v.safeParse(Message, raw)
  if (!parsed.success) return { unreadable: 'a message without id or timestamp' }
  const message = parsed.output
  const contact = contacts
    .map((item) => v.safeParse(Contact, item))
    .flatMap((item) => (item.success ? [item.output] : []))
    .find(
      ({ wa_id, user_id }) =>
        (wa_id !== undefined && wa_id === message.from) || (user_id !== undefined && user_id === message.from_user_id),
    )
  const sender = readSender(message.from ?? contact?.wa_id)
  const shared = message.type === 'contacts' ? readSharedNumber(message.contacts) : undefined
  const names = {
    contactNumber: sender.contactNumber ?? shared,
    contactUserId: message.from_user_id ?? contact?.user_id ?? sender.contactUserId,
    contactParentId: message.from_parent_user_id ?? contact?.parent_user_id ?? sender.contactParentId,
  }
  const change = message.type === 'system' ? readChange(message.system, names) : undefined
  if (change === 'unreadable') return { unreadable: 'a notice of new names without the former or the new ones' }
  if (!names.contactNumber && !names.contactUserId && !change) return { unreadable: 'a message without a sender' }
  return {
    phoneNumberId,
    waId: message.id,
    sentAt: message.timestamp,
    ...names,
    contactUsername: contact?.profile?.username?.replace(/^@/, '').slice(0, MAX_NAME_LENGTH) || undefined,
    sharesNumber: shared !== undefined && sender.contactNumber === undefined,
    contactName: contact?.profile?.name?.slice(0, MAX_NAME_LENGTH),
    type: message.type,
    replyToWaId: message.context?.id,
    details: readDetails(Object(raw)),
    referral: message.referral && readReferral(message.referral),
    ...(change && { change }),
    fromCustomer: message.type !== 'system',
    opensWindow: !TYPES_WITHOUT_REPLY.includes(message.type),
    ...readContent(message),
  }
}

/** Returns a phone number without plus, or undefined for anything else. */
function readNumber(from: string | undefined): string | undefined {
  return from && /^\+?\d{5,15}$/.test(from) ? from.replace('+', '') : undefined
}

/** A user id, of a business or of its parent, where a phone number usually is. */
const USER_ID = /^[A-Z]{2}\.[A-Za-z0-9]{1,120}$/
const PARENT_ID = /^[A-Z]{2}\.ENT\.[A-Za-z0-9]{1,120}$/

/** Returns the name of a sender in whatever form the provider writes it; none for anything else. */
export function readSender(from: string | undefined): CustomerNames {
  if (from !== undefined && PARENT_ID.test(from)) return { contactParentId: from }
  if (from !== undefined && USER_ID.test(from)) return { contactUserId: from }
  const contactNumber = readNumber(from)
  return contactNumber === undefined ? {} : { contactNumber }
}

const NUMBER_CHANGES = ['user_changed_number', 'customer_changed_number']
const NAME_CHANGES = [...NUMBER_CHANGES, 'user_changed_user_id']
const Notice = v.object({
  type: Text,
  body: Text,
  wa_id: Word,
  /** Of earlier versions, as is `customer`: the number before. */
  new_wa_id: Word,
  customer: Word,
  user_id: Word,
  parent_user_id: Word,
  previous_user_id: Word,
  previous_parent_user_id: Word,
})

/** Returns the change of names in a notice, undefined if it is about something else, `unreadable` if it lacks names. */
function readChange(raw: unknown, sender: CustomerNames): InboundMessage['change'] | 'unreadable' {
  const { success, output: notice } = v.safeParse(Notice, raw)
  if (!success) return undefined
  const tellsFormer = notice.previous_user_id ?? notice.previous_parent_user_id ?? notice.new_wa_id
  if (!NAME_CHANGES.includes(notice.type) && tellsFormer === undefined) return undefined
  const next = readSender(notice.new_wa_id ?? notice.wa_id)
  const after = {
    contactNumber: next.contactNumber,
    contactUserId: notice.user_id ?? next.contactUserId,
    contactParentId: notice.parent_user_id ?? next.contactParentId,
  }
  const former = readSender(notice.customer)
  // Without a former id, that of the sender is one, unless it is the new one.
  const other = (name: string | undefined, known: string | undefined) => (name === known ? undefined : name)
  const before = {
    contactNumber: sender.contactNumber ?? former.contactNumber,
    contactUserId: notice.previous_user_id ?? other(sender.contactUserId, after.contactUserId) ?? former.contactUserId,
    contactParentId: notice.previous_parent_user_id ?? other(sender.contactParentId, after.contactParentId),
  }
  const isNamed = (names: CustomerNames) => Object.values(names).some(Boolean)
  if (!isNamed(before) || !isNamed(after)) return 'unreadable'
  // The number stays if only the id changes.
  const kept = NUMBER_CHANGES.includes(notice.type) ? undefined : before.contactNumber
  return { before, after: { ...after, contactNumber: after.contactNumber ?? kept } }
}

const Shared = v.looseTuple([
  v.object({
    origin: v.literal('contact_request'),
    phones: v.looseTuple([v.object({ wa_id: MaybeText, phone: MaybeText })]),
  }),
])

/** Returns the number that a customer shares because the business asked for it. Any other contact may be of somebody else. */
function readSharedNumber(contacts: unknown): string | undefined {
  const { success, output } = v.safeParse(Shared, contacts)
  if (!success) return undefined
  const [{ phones }] = output
  const [{ wa_id, phone }] = phones
  return readNumber(wa_id ?? phone?.replace(/[ ()-]/g, ''))
}

function readReferral(referral: v.InferOutput<typeof ReferralObject>): Referral {
  return {
    sourceType: referral.source_type,
    sourceId: referral.source_id,
    sourceUrl: referral.source_url,
    headline: referral.headline,
    body: referral.body,
    mediaType: referral.media_type,
    imageUrl: referral.image_url,
    videoUrl: referral.video_url,
    thumbnailUrl: referral.thumbnail_url,
    ctwaClid: referral.ctwa_clid,
    welcomeMessage: referral.welcome_message?.text ?? '',
  }
}

type Content = Pick<InboundMessage, 'text' | 'media' | 'quickReplyId' | 'detail'>

function readContent(message: v.InferOutput<typeof Message>): Content {
  const nothing: Content = { text: '', media: [], quickReplyId: undefined, detail: undefined }
  const { type } = message
  if (type === 'text') return { ...nothing, text: message.text?.body ?? '' }
  if (type === 'button') return { ...nothing, text: message.button?.text ?? '', quickReplyId: message.button?.payload }
  if (type === 'interactive') return { ...nothing, ...readInteractive(message.interactive) }
  // A type may have the name of what every object inherits.
  const own = Object.hasOwn(message, type) ? message[type] : undefined
  if (type === 'edit') return { ...nothing, text: editedText(own), detail: own }
  if (type === 'system') return { ...nothing, text: noticeText(own), detail: own }
  if (MEDIA_TYPES.includes(type) || isNewFile(own)) {
    const media = v.safeParse(Media, own)
    if (!media.success) return { ...nothing, detail: own }
    const { id, mime_type: mimeType, caption, filename } = media.output
    // The provider could not read the file, and says why in `errors`.
    if (id === undefined) return { ...nothing, text: caption, detail: own }
    return { ...nothing, text: caption, media: [{ id, mimeType, ...(filename && { filename }) }] }
  }
  return { ...nothing, detail: own }
}

const Edit = v.object({ message: v.object({ text: v.object({ body: v.string() }) }) })

function noticeText(notice: unknown): string {
  const parsed = v.safeParse(Notice, notice)
  return parsed.success ? parsed.output.body : ''
}

function editedText(edit: unknown): string {
  const parsed = v.safeParse(Edit, edit)
  return parsed.success ? parsed.output.message.text.body : ''
}

/** The replies that consist of a title and an id. */
const REPLY_TYPES = ['button_reply', 'list_reply']

function readInteractive(interactive: Record<string, unknown> | undefined): Partial<Content> {
  const type = typeof interactive?.type === 'string' ? interactive.type : ''
  const reply = v.safeParse(Reply, interactive?.[type])
  if (!REPLY_TYPES.includes(type) || !reply.success) return { detail: interactive }
  return { text: reply.output.title, quickReplyId: reply.output.id }
}
