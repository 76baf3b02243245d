import * as v from 'valibot'
import { MessageContact, MessageLocation } from './envelope-content.ts'
import { maxCharacters, Uuid, wellFormed } from './fields.ts'
import {
  InteractiveAddress,
  InteractiveCall,
  InteractiveCallPermission,
  InteractiveCarousel,
  InteractiveCatalog,
  InteractiveContactRequest,
  InteractiveDocument,
  InteractiveFile,
  InteractiveOrder,
} from './interactive-objects.ts'
import { storable } from './storable.ts'

// The parts of a message to send that the provider defines. Their names are the provider's, except where noted.

const text = (longest: number) =>
  v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(longest), wellFormed)

const MOST_COMPONENTS = 30

export const VariableValues = v.pipe(
  v.union([v.array(v.string()), v.record(v.string(), v.string())]),
  v.description('Values of the variables: an array for a POSITIONAL template, an object for a NAMED one.'),
)

/** The variables of a template's body. */
export const TemplateVariables = v.pipe(
  v.optional(VariableValues, []),
  storable(),
  v.description(
    'Variables of the body: an array for a POSITIONAL template, an object for a NAMED one. If the service can read the template, each of its variables is required. The code of an AUTHENTICATION template is its only variable; its button gets it, too. At most 64 KB as JSON.',
  ),
)

export const TemplateComponent = v.pipe(
  v.object({
    type: v.pipe(v.string(), v.description('`header`, `body` or `button`.')),
    sub_type: v.pipe(v.optional(v.string()), v.description('For a button: `url`, `quick_reply`, `copy_code`, `flow`.')),
    index: v.pipe(
      v.optional(v.union([v.string(), v.number()])),
      v.description('For a button: its position in the template, from 0.'),
    ),
    parameters: v.pipe(
      v.optional(v.array(v.looseObject({ type: v.string() })), []),
      v.description("The provider's parameters, such as `{type: 'text', text: 'Ada'}`."),
    ),
    cards: v.pipe(v.optional(v.array(v.unknown())), v.description('For the cards of a carousel.')),
  }),
  v.description('A part of a template with its parameters.'),
)
export type TemplateComponent = v.InferOutput<typeof TemplateComponent>

export const TemplateComponents = v.pipe(
  v.optional(
    v.pipe(v.array(TemplateComponent), v.maxLength(MOST_COMPONENTS, `must have at most ${MOST_COMPONENTS} components`)),
  ),
  storable(),
  v.description(
    'Parameters of the header and the buttons, and of the body instead of `variables`, as the provider expects them. At most 64 KB as JSON, nested at most 20 levels deep.',
  ),
)

/** Set in a message that quotes another one. */
export const ReplyTo = v.pipe(
  v.optional(Uuid),
  v.description('The id of a message of the conversation. The message is shown as a reply to it.'),
)

const Header = v.variant('type', [
  v.object({ type: v.literal('text'), text: text(60) }),
  v.object({ type: v.literal('image'), image: InteractiveFile }),
  v.object({ type: v.literal('video'), video: InteractiveFile }),
  v.object({
    type: v.literal('gif'),
    gif: v.pipe(InteractiveFile, v.description('An MP4 video, which the phone plays again and again without sound.')),
  }),
  v.object({ type: v.literal('document'), document: InteractiveDocument }),
])

const head = { header: v.optional(Header), footer: v.optional(v.object({ text: text(60) })) }
const body = v.object({ text: text(1024) })

const MOST_ROWS = 10
const MOST_PRODUCTS = 30

const Row = v.object({
  id: text(200),
  title: text(24),
  description: v.optional(v.pipe(v.string(), maxCharacters(72))),
})

const ListSections = v.pipe(
  v.array(v.object({ title: v.optional(text(24)), rows: v.pipe(v.array(Row), v.minLength(1, 'must have a row')) })),
  v.minLength(1, 'must have a section'),
  v.description(`At most ${MOST_ROWS} rows in total, with different ids. Two or more sections need titles.`),
  v.check(
    (sections) => sections.flatMap(({ rows }) => rows).length <= MOST_ROWS,
    `must have at most ${MOST_ROWS} rows in total`,
  ),
  v.check(
    (sections) => sections.length === 1 || sections.every(({ title }) => title !== undefined),
    'must have titles, because there is more than one section',
  ),
  v.check((sections) => {
    const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => id))
    return new Set(ids).size === ids.length
  }, 'must have rows with different ids'),
)

const ProductSections = v.pipe(
  v.array(
    v.object({
      title: text(24),
      product_items: v.pipe(
        v.array(v.object({ product_retailer_id: text(256) })),
        v.minLength(1, 'must have a product'),
      ),
    }),
  ),
  v.minLength(1, 'must have a section'),
  v.check(
    (sections) => sections.flatMap(({ product_items }) => product_items).length <= MOST_PRODUCTS,
    `must have at most ${MOST_PRODUCTS} products in total`,
  ),
)

const ReplyButtons = v.pipe(
  v.array(v.object({ type: v.literal('reply'), reply: v.object({ id: text(256), title: text(20) }) })),
  v.minLength(1, 'must have at least one button'),
  v.maxLength(3, 'must be at most 3 buttons'),
)

const Flow = v.object({
  flow_message_version: v.string(),
  flow_cta: text(30),
  flow_id: v.optional(v.string()),
  flow_name: v.optional(v.string()),
  flow_token: v.optional(v.string()),
  mode: v.optional(v.picklist(['draft', 'published'])),
  flow_action: v.optional(v.picklist(['navigate', 'data_exchange'])),
  flow_action_payload: v.optional(v.looseObject({ screen: v.optional(v.string()) })),
})

export const InteractiveButtons = v.pipe(
  v.object({ type: v.literal('button'), ...head, body, action: v.object({ buttons: ReplyButtons }) }),
  v.description('Up to three buttons to tap.'),
)

export const InteractiveList = v.pipe(
  v.object({ type: v.literal('list'), ...head, body, action: v.object({ button: text(20), sections: ListSections }) }),
  v.description('A list to select a row from.'),
)

export const InteractiveLink = v.pipe(
  v.object({
    type: v.literal('cta_url'),
    ...head,
    body,
    action: v.object({
      name: v.literal('cta_url'),
      parameters: v.object({ display_text: text(20), url: v.pipe(text(2000), v.url('must be an absolute URL')) }),
    }),
  }),
  v.description('A button that opens a link.'),
)

export const InteractiveFlow = v.pipe(
  v.object({
    type: v.literal('flow'),
    ...head,
    body,
    action: v.object({ name: v.literal('flow'), parameters: Flow }),
  }),
  v.description('A button that opens a form.'),
)

export const InteractiveProduct = v.pipe(
  v.object({
    type: v.literal('product'),
    body: v.optional(body),
    footer: head.footer,
    action: v.object({ catalog_id: text(256), product_retailer_id: text(256) }),
  }),
  v.description('One product of a catalogue.'),
)

export const InteractiveProducts = v.pipe(
  v.object({
    type: v.literal('product_list'),
    header: v.object({ type: v.literal('text'), text: text(60) }),
    body,
    footer: head.footer,
    action: v.object({ catalog_id: text(256), sections: ProductSections }),
  }),
  v.description('Products of a catalogue, in sections.'),
)

export const InteractiveLocationRequest = v.pipe(
  v.object({
    type: v.literal('location_request_message'),
    body,
    action: v.object({ name: v.literal('send_location') }),
  }),
  v.description('A request for a location to send.'),
)

/** The provider's interactive object. */
export const InteractiveObject = v.pipe(
  v.variant('type', [
    InteractiveButtons,
    InteractiveList,
    InteractiveLink,
    InteractiveFlow,
    InteractiveProduct,
    InteractiveProducts,
    InteractiveLocationRequest,
    InteractiveContactRequest,
    InteractiveCallPermission,
    InteractiveCall,
    InteractiveCatalog,
    InteractiveAddress,
    InteractiveCarousel,
    InteractiveOrder,
  ]),
  v.description("The provider's interactive object, with its names."),
)
export type InteractiveObject = v.InferOutput<typeof InteractiveObject>

export const InteractiveInput = v.pipe(
  v.object({ type: v.literal('interactive'), interactive: InteractiveObject, replyTo: ReplyTo }),
  v.description(
    'A list, buttons, a link, a form, products, a catalogue, cards, an order, or a request for a location, a phone number, an address or a call to send.',
  ),
)

const degrees = (most: number) =>
  v.pipe(
    v.number(),
    v.minValue(-most, `must be between -${most} and ${most}`),
    v.maxValue(most, `must be between -${most} and ${most}`),
  )

export const LocationInput = v.pipe(
  v.object({
    type: v.literal('location'),
    location: v.object({
      latitude: degrees(90),
      longitude: degrees(180),
      name: MessageLocation.entries.name,
      address: MessageLocation.entries.address,
    }),
    replyTo: ReplyTo,
  }),
  v.description('A location to send.'),
)

const ContactInput = v.object({
  ...MessageContact.entries,
  name: v.object({ ...MessageContact.entries.name.wrapped.entries, formattedName: text(1024) }),
})

export const ContactsInput = v.pipe(
  v.object({
    type: v.literal('contacts'),
    contacts: v.pipe(
      v.array(ContactInput),
      v.minLength(1, 'must have a contact'),
      v.maxLength(20, 'must have at most 20 contacts'),
    ),
    replyTo: ReplyTo,
  }),
  v.description('Contact cards to send.'),
)

export const ReactionInput = v.pipe(
  v.object({
    type: v.literal('reaction'),
    reaction: v.object({
      messageId: v.pipe(Uuid, v.description('The id of a message of the conversation.')),
      emoji: v.pipe(v.string(), maxCharacters(16), v.description('An empty string removes the reaction.')),
    }),
  }),
  v.description('A reaction to a message.'),
)
