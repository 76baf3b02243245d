import * as v from 'valibot'

const optionalText = v.optional(v.string())
const file = { mime_type: optionalText, base64: v.optional(v.pipe(v.string(), v.base64())) }

/** The contents of a message; the keys are the provider's names of its types. */
export const content = {
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

/** A customer's action: exactly one content (a referral alone comes with a text), and how it is delivered. */
export const CustomerInput = v.pipe(
  v.strictObject({
    ...v.partial(v.object(content)).entries,
    /** The business number's digits or id. Default: the first number. */
    to: optionalText,
    /** The profile's name. Default: `Customer` and the last four digits. */
    name: optionalText,
    username: optionalText,
    /** A customer known by user id. The phone stays hidden unless `withPhone` is set. */
    userId: optionalText,
    withPhone: v.optional(v.boolean(), false),
    /** The id of the message that this one replies to. */
    replyTo: optionalText,
    /** The ad that led the customer to the chat; `true` for a complete example. */
    referral: v.optional(v.union([v.literal(true), v.looseObject({})])),
    id: optionalText,
    /** Unix seconds. Default: now. */
    timestamp: v.optional(v.pipe(v.number(), v.integer())),
    /** How many more times the same POST is sent, concurrently. */
    duplicates: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 0),
    /** How many messages with different ids are batched in the POST; texts are numbered. */
    repeat: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
  }),
  v.check(
    (input) => {
      const given = Object.entries(input).filter(([key, value]) => value !== undefined && kinds.includes(key)).length
      return given === 1 || (given === 0 && input.referral !== undefined)
    },
    `exactly one of ${kinds.join(', ')} is required`,
  ),
)
export type CustomerInput = v.InferInput<typeof CustomerInput>
export type CheckedInput = v.InferOutput<typeof CustomerInput>
