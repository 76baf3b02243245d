import * as v from 'valibot'

// The content of a message beyond text, media and buttons. The fields are the provider's, in camel case.

const text = v.optional(v.string())
const messageWaId = v.pipe(v.string(), v.description('The `waId` of the message that this one refers to.'))

export const MessageLocation = v.object({
  latitude: v.number(),
  longitude: v.number(),
  name: text,
  address: text,
  url: text,
})

export const MessageContact = v.object({
  name: v.optional(
    v.object({
      formattedName: text,
      firstName: text,
      middleName: text,
      lastName: text,
      prefix: text,
      suffix: text,
    }),
  ),
  phones: v.optional(v.array(v.object({ phone: text, waId: text, type: text }))),
  emails: v.optional(v.array(v.object({ email: text, type: text }))),
  addresses: v.optional(
    v.array(
      v.object({ street: text, city: text, state: text, zip: text, country: text, countryCode: text, type: text }),
    ),
  ),
  org: v.optional(v.object({ company: text, department: text, title: text })),
  urls: v.optional(v.array(v.object({ url: text, type: text }))),
  birthday: text,
})

export const MessageOrder = v.object({
  catalogId: text,
  text: v.pipe(text, v.description("The customer's note.")),
  productItems: v.array(
    v.object({
      productRetailerId: v.string(),
      quantity: v.number(),
      itemPrice: v.optional(v.number()),
      currency: text,
    }),
  ),
})

export const MessageReaction = v.object({
  messageWaId,
  emoji: v.pipe(v.optional(v.string(), ''), v.description('An empty string removes the reaction.')),
})

/** The original of an edited or deleted message. */
export const MessageReference = v.object({ messageWaId })

export const FormReply = v.object({
  name: text,
  body: text,
  responseJson: v.pipe(v.string(), v.description('The completed form as a JSON text.')),
})

/** The type of a message and its content, which `EnvelopeMessage` does not have. */
export const MessageContent = v.object({
  type: v.pipe(
    v.optional(v.string()),
    v.description(
      "The provider's type, such as `text`, `image`, `button`, `interactive` or `location`. The list is open: a new type has at least `id`, `waId` and `type`.",
    ),
  ),
  replyToWaId: v.pipe(
    text,
    v.description('The `waId` of the message that this one quotes, or whose button the customer tapped.'),
  ),
  location: v.pipe(v.optional(MessageLocation), v.description('For the type `location`.')),
  contacts: v.pipe(v.optional(v.array(MessageContact)), v.description('For the type `contacts`.')),
  order: v.pipe(v.optional(MessageOrder), v.description('For the type `order`.')),
  reaction: v.pipe(v.optional(MessageReaction), v.description('For the type `reaction`.')),
  edit: v.pipe(
    v.optional(MessageReference),
    v.description('For the type `edit`: the message that the customer edited. `body` is its new text.'),
  ),
  revoke: v.pipe(
    v.optional(MessageReference),
    v.description('For the type `revoke`: the message that the customer deleted.'),
  ),
  nfmReply: v.pipe(
    v.optional(FormReply),
    v.description('For the type `interactive`: a form that the customer completed.'),
  ),
  unsupported: v.pipe(
    v.optional(v.object({ type: text })),
    v.description('For the type `unsupported`: a message that the provider cannot pass on, such as a poll.'),
  ),
  details: v.pipe(
    v.optional(v.record(v.string(), v.unknown())),
    v.description(
      'What the customer’s message says beyond the other fields, with the provider’s names in camel case: `context.referredProduct`, `context.forwarded`, `listReply.description`, `document.filename`, `callPermissionReply`, `contacts[].origin`, `standby` for a message that another agent on the number answers … Of a message of the business: `messageStatus`, if the provider holds it, and `payment`, the state of the customer’s payment of an order. The field is open, and absent if there is nothing.',
    ),
  ),
})
export type MessageContent = v.InferOutput<typeof MessageContent>
