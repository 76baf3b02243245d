import * as v from 'valibot'
import { MESSAGE_STATUSES } from './causes.ts'
import { endpoint } from './endpoint.ts'
import { MessageContent } from './envelope-content.ts'
import { anyRule, DateTime, HttpUrl, maxCharacters, Uuid, wellFormed } from './fields.ts'
import {
  ContactsInput,
  InteractiveInput,
  LocationInput,
  ReactionInput,
  ReplyTo,
  TemplateComponents,
  TemplateVariables,
  VariableValues,
} from './message-objects.ts'
import { exampleId } from './openapi/nouns.ts'
import { PageQuery, pageOf } from './page.ts'
import { MessagePricing } from './pricing.ts'
import { storable } from './storable.ts'
import { Usd } from './usd.ts'

const text = (longest: number) =>
  v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(longest), wellFormed)

/** The provider's limits for the parts of a message, in characters. */
const LONGEST = {
  text: 4096,
  body: 1024,
  caption: 1024,
  filename: 240,
  label: 20,
  quickReplyId: 256,
  templateName: 512,
  language: 15,
}
const MOST_BUTTONS = 3

export const TextInput = v.pipe(
  v.object({ type: v.literal('text'), text: v.object({ body: text(LONGEST.text) }), replyTo: ReplyTo }),
  v.description('A text message to send.'),
)

const hasCaption = (mimeType: string) => !/^(audio\/|image\/webp)/.test(mimeType)

export const MediaInput = v.pipe(
  v.object({
    type: v.literal('media'),
    media: v.pipe(
      v.object({
        url: v.pipe(HttpUrl, v.description('The provider downloads the file from this URL.')),
        mimeType: v.pipe(
          v.string(),
          v.regex(/^[\w.+-]+\/[\w.+-]+/, 'must be a MIME type such as image/jpeg'),
          v.description(
            'Determines how the file is shown: image, video, audio or sticker (image/webp). Any other type is shown as a document.',
          ),
        ),
        caption: v.pipe(
          v.optional(v.pipe(v.string(), maxCharacters(LONGEST.caption), wellFormed)),
          v.description('Not allowed with audio and stickers.'),
        ),
        filename: v.pipe(
          v.optional(text(LONGEST.filename)),
          v.description('The name that the customer sees of a document. Defaults to that in the URL.'),
        ),
        voice: v.pipe(
          v.optional(v.boolean()),
          v.description(
            'Whether audio is shown as a voice message, which the customer plays in the chat. The provider requires OGG with the OPUS codec (audio/ogg). Ignored for other files.',
          ),
        ),
      }),
      anyRule(
        { properties: { caption: { maxLength: 0 } } },
        { properties: { mimeType: { not: { pattern: '^(audio/|image/webp)' } } } },
      ),
      v.forward(
        v.check(
          ({ mimeType, caption }) => !caption || hasCaption(mimeType),
          'is not allowed with audio and stickers (image/webp)',
        ),
        ['caption'],
      ),
    ),
    replyTo: ReplyTo,
  }),
  v.description('A file to send.'),
)

export const ButtonInput = v.pipe(
  v.variant('type', [
    v.object({
      type: v.literal('quick_reply'),
      text: text(LONGEST.label),
      quickReplyId: v.pipe(
        v.optional(text(LONGEST.quickReplyId)),
        v.description('Returned when the customer taps the button. Defaults to the text.'),
      ),
    }),
    v.object({ type: v.literal('url'), text: text(LONGEST.label), url: HttpUrl }),
  ]),
  v.description('A button to send.'),
)

export const ButtonsInput = v.pipe(
  v.object({
    type: v.literal('buttons'),
    text: v.object({ body: text(LONGEST.body) }),
    buttons: v.pipe(
      v.array(ButtonInput),
      v.minLength(1, 'must have at least one button'),
      v.maxLength(MOST_BUTTONS, `must be at most ${MOST_BUTTONS} buttons`),
      anyRule({ maxItems: 1 }, { items: { properties: { type: { enum: ['quick_reply'] } } } }),
      v.description(
        'Up to three `quick_reply` buttons, or a single `url` button. Their texts differ, and so do their `quickReplyId`s.',
      ),
      v.check(
        (buttons) => buttons.length === 1 || buttons.every(({ type }) => type === 'quick_reply'),
        'must be up to three quick_reply buttons, or a single url button',
      ),
      v.check(
        (buttons) => new Set(buttons.map((button) => button.text)).size === buttons.length,
        'must have buttons with different texts',
      ),
      v.check(
        (buttons) => new Set(buttons.map((button) => quickReplyId(button))).size === buttons.length,
        'must have buttons with different quickReplyIds',
      ),
    ),
    replyTo: ReplyTo,
  }),
  v.description('A text with buttons to send.'),
)

/** Returns the value that the provider sends when a customer taps the button. */
export function quickReplyId(button: v.InferOutput<typeof ButtonInput>): string {
  return button.type === 'quick_reply' ? (button.quickReplyId ?? button.text.trim()) : button.url
}

export const TemplateMessageInput = v.pipe(
  v.object({
    type: v.literal('template'),
    template: v.object({
      name: text(LONGEST.templateName),
      language: v.pipe(
        v.optional(text(LONGEST.language)),
        v.description(
          "The provider's code of the template's language. Defaults to that of the published template with this name, and to `en_US` for a template that the service does not know. Required if the template is published in several languages.",
        ),
      ),
      variables: TemplateVariables,
      components: TemplateComponents,
    }),
    replyTo: ReplyTo,
  }),
  v.description('A template to send. Templates can be sent outside the service window.'),
)

export const MessageInput = v.pipe(
  v.variant('type', [
    TextInput,
    MediaInput,
    ButtonsInput,
    TemplateMessageInput,
    InteractiveInput,
    LocationInput,
    ContactsInput,
    ReactionInput,
  ]),
  storable(),
  v.description('A message to send: at most 64 KB as JSON, nested at most 20 levels deep.'),
)
export type MessageInput = v.InferOutput<typeof MessageInput>

export const Message = v.pipe(
  v.object({
    id: Uuid,
    direction: v.picklist(['inbound', 'outbound']),
    role: v.pipe(
      v.picklist(['user', 'assistant', 'human']),
      v.description('`user`: the customer. `assistant`: the agent. `human`: a person or an API client.'),
    ),
    type: v.pipe(
      v.string(),
      v.description(
        "Outbound: the type that was sent. Inbound: the provider's type, such as `text`, `image`, `location`.",
      ),
    ),
    text: v.pipe(
      v.string(),
      v.description(
        'Text, caption or button title, or an empty string. For a template: the texts that the customer reads.',
      ),
    ),
    transcript: v.pipe(
      v.optional(v.string()),
      v.description('What a voice message says. Only after an agent has heard it.'),
    ),
    media: v.array(v.object({ url: v.string(), mimeType: v.string() })),
    buttons: v.array(
      v.object({
        type: v.string(),
        text: v.string(),
        url: v.optional(v.string()),
        quickReplyId: v.optional(v.string()),
      }),
    ),
    template: v.nullable(
      v.object({
        name: v.string(),
        language: v.string(),
        variables: VariableValues,
        components: TemplateComponents,
      }),
    ),
    ...v.omit(MessageContent, ['type']).entries,
    edit: v.pipe(
      MessageContent.entries.edit,
      v.description('For the type `edit`: the message that the customer edited. `text` is its new text.'),
    ),
    interactive: v.pipe(
      v.optional(v.unknown()),
      v.description('The object of a sent message of the type `interactive`.'),
    ),
    replyTo: v.pipe(v.optional(Uuid), v.description('The id of the message that a sent message replies to.')),
    status: v.pipe(
      v.nullable(v.picklist(MESSAGE_STATUSES)),
      v.description('Null for inbound messages, and until the provider has accepted or rejected the message.'),
    ),
    error: v.pipe(
      v.nullable(v.object({ code: v.string(), message: v.string() })),
      v.description(
        'Why the message failed. The code is `outcome_unknown` if the provider has not confirmed the message, and `marked_failed` if a person then marked it as not delivered.',
      ),
    ),
    pricing: v.pipe(
      v.optional(MessagePricing),
      v.description('How the provider bills a sent message. Absent until it reports it.'),
    ),
    usd: v.pipe(
      v.optional(Usd),
      v.description(
        'What a sent message cost. The first message of a reply has the cost of its models. Absent for other messages that the provider has not reported as delivered.',
      ),
    ),
    waId: v.pipe(v.string(), v.description("The provider's message id. Empty until the provider returns it.")),
    createdAt: DateTime,
  }),
  v.description('A message of a conversation.'),
  // An example with every field would have the content of all types.
  v.examples([
    {
      id: exampleId('message'),
      direction: 'outbound',
      role: 'human',
      type: 'text',
      text: 'Your order is on its way.',
      media: [],
      buttons: [],
      template: null,
      status: 'sent',
      error: null,
      waId: 'wamid.HBgMNDQ3NzAwOTAwMjAwFQIAERgSN0Y',
      createdAt: '2026-03-02T09:15:30.000Z',
    },
  ]),
)
export type Message = v.InferOutput<typeof Message>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/{id}/messages/',
  tag: 'Conversations',
  summary: 'List the messages of a conversation',
  description: 'Newest first. Messages of one second are in the order in which they arrived.',
  query: PageQuery,
  response: pageOf(Message),
  errors: [400, 404],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/{id}/messages/',
  tag: 'Conversations',
  summary: 'Send a message',
  description:
    'Outside the service window, only templates can be sent. Any other message is rejected with `window_closed`. If the provider does not respond, the message is returned with status `null` and is not sent again automatically. Its status is updated when the provider reports it. Repeat a request with the same `Idempotency-Key` to make sure that the message is sent only once.',
  body: MessageInput,
  status: 201,
  response: Message,
  errors: [400, 404, 409, 502],
  audit: { action: 'send', object: 'conversation' },
})
