import * as v from 'valibot'

const required = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxCodePoints(maxLength))

const withoutSpaces = v.check((text: string) => text === text.trim(), 'must not begin or end with a space')

const media = <Extra extends v.ObjectEntries>(extra: Extra) =>
  v.pipe(
    v.strictObject({ id: v.optional(v.string()), link: v.optional(v.pipe(v.string(), v.url())), ...extra }),
    v.check(({ id, link }) => (id === undefined) !== (link === undefined), 'exactly one of id and link is required'),
  )

const caption = v.optional(v.pipe(v.string(), v.maxCodePoints(1024)))

const unique = <Item>(items: Item[], key: (item: Item) => string) => new Set(items.map(key)).size === items.length

const interactiveHead = {
  header: v.optional(
    v.variant('type', [
      v.strictObject({ type: v.literal('text'), text: required(60) }),
      v.strictObject({ type: v.literal('image'), image: media({}) }),
      v.strictObject({ type: v.literal('video'), video: media({}) }),
      v.strictObject({ type: v.literal('gif'), gif: media({}) }),
      v.strictObject({ type: v.literal('document'), document: media({ filename: v.optional(v.string()) }) }),
    ]),
  ),
  footer: v.optional(v.strictObject({ text: required(60) })),
}

const NAME_PARTS = ['first_name', 'middle_name', 'last_name', 'prefix', 'suffix']
const ContactName = v.pipe(
  v.looseObject({ formatted_name: required(1024) }),
  v.check((name) => NAME_PARTS.some((part) => name[part]), `one of ${NAME_PARTS.join(', ')} is required`),
)

const ReplyButtons = v.pipe(
  v.array(
    v.strictObject({
      type: v.literal('reply'),
      reply: v.strictObject({ id: v.pipe(required(256), withoutSpaces), title: required(20) }),
    }),
  ),
  v.minLength(1),
  v.maxLength(3),
  v.check((buttons) => unique(buttons, ({ reply }) => reply.title), 'button titles must differ'),
  v.check((buttons) => unique(buttons, ({ reply }) => reply.id), 'button ids must differ'),
)

const ListSections = v.pipe(
  v.array(
    v.strictObject({
      title: v.optional(required(24)),
      rows: v.pipe(
        v.array(
          v.strictObject({
            id: required(200),
            title: required(24),
            description: v.optional(v.pipe(v.string(), v.maxCodePoints(72))),
          }),
        ),
        v.minLength(1),
      ),
    }),
  ),
  v.minLength(1),
  v.maxLength(10),
  v.check(
    (sections) => sections.length === 1 || sections.every(({ title }) => title !== undefined),
    'titles are required',
  ),
  v.check((sections) => sections.flatMap(({ rows }) => rows).length <= 10, 'at most 10 rows in total'),
)

const ProductSections = v.pipe(
  v.array(
    v.strictObject({
      title: required(24),
      product_items: v.pipe(v.array(v.strictObject({ product_retailer_id: required(256) })), v.minLength(1)),
    }),
  ),
  v.minLength(1),
  v.maxLength(10),
  v.check((sections) => sections.flatMap(({ product_items }) => product_items).length <= 30, 'at most 30 products'),
)

const body = v.strictObject({ text: required(1024) })

const Card = v.strictObject({
  card_index: v.number(),
  type: v.optional(v.picklist(['cta_url', 'quick_reply'])),
  header: v.variant('type', [
    v.strictObject({ type: v.literal('image'), image: media({}) }),
    v.strictObject({ type: v.literal('video'), video: media({}) }),
  ]),
  body: v.optional(
    v.strictObject({
      text: v.pipe(
        required(160),
        v.check((text) => text.split('\n').length <= 3, 'at most two line breaks'),
      ),
    }),
  ),
  action: v.looseObject({ buttons: v.optional(v.array(v.unknown()), []) }),
})
const named = <const Name extends string>(name: Name) => ({
  name: v.literal(name),
  parameters: v.optional(v.looseObject({})),
})

const Interactive = v.variant('type', [
  v.strictObject({
    type: v.literal('call_permission_request'),
    body: v.optional(body),
    action: v.strictObject({ name: v.literal('call_permission_request') }),
  }),
  v.strictObject({ type: v.literal('voice_call'), body, action: v.strictObject(named('voice_call')) }),
  v.strictObject({
    type: v.literal('catalog_message'),
    body,
    footer: interactiveHead.footer,
    action: v.strictObject(named('catalog_message')),
  }),
  v.strictObject({
    type: v.literal('address_message'),
    body,
    footer: interactiveHead.footer,
    action: v.strictObject({
      name: v.literal('address_message'),
      parameters: v.looseObject({ country: v.pipe(v.string(), v.length(2)) }),
    }),
  }),
  v.strictObject({
    type: v.literal('carousel'),
    body,
    action: v.strictObject({
      cards: v.pipe(
        v.array(Card),
        v.minLength(2),
        v.maxLength(10),
        v.check(
          (cards) => new Set(cards.map(({ action }) => action.buttons.length)).size === 1,
          'the number of buttons must match',
        ),
      ),
    }),
  }),
  v.strictObject({
    type: v.literal('order_details'),
    header: v.optional(
      v.variant('type', [
        v.strictObject({ type: v.literal('image'), image: media({}) }),
        v.strictObject({ type: v.literal('document'), document: media({}) }),
      ]),
    ),
    body,
    footer: interactiveHead.footer,
    action: v.strictObject({
      name: v.literal('review_and_pay'),
      parameters: v.looseObject({ reference_id: required(35), currency: v.string(), total_amount: v.looseObject({}) }),
    }),
  }),
  v.strictObject({
    type: v.literal('button'),
    ...interactiveHead,
    body,
    action: v.strictObject({ buttons: ReplyButtons }),
  }),
  v.strictObject({
    type: v.literal('cta_url'),
    ...interactiveHead,
    body,
    action: v.strictObject({
      name: v.literal('cta_url'),
      parameters: v.strictObject({ display_text: required(20), url: v.pipe(v.string(), v.url()) }),
    }),
  }),
  v.strictObject({
    type: v.literal('list'),
    ...interactiveHead,
    body,
    action: v.strictObject({ button: required(20), sections: ListSections }),
  }),
  v.strictObject({
    type: v.literal('flow'),
    ...interactiveHead,
    body,
    action: v.strictObject({
      name: v.literal('flow'),
      parameters: v.looseObject({ flow_message_version: v.string(), flow_cta: required(30) }),
    }),
  }),
  v.strictObject({
    type: v.literal('product'),
    body: v.optional(body),
    footer: interactiveHead.footer,
    action: v.strictObject({ catalog_id: required(256), product_retailer_id: required(256) }),
  }),
  v.strictObject({
    type: v.literal('product_list'),
    header: v.strictObject({ type: v.literal('text'), text: required(60) }),
    body,
    footer: interactiveHead.footer,
    action: v.strictObject({ catalog_id: required(256), sections: ProductSections }),
  }),
  v.strictObject({
    type: v.literal('request_contact_info'),
    body,
    action: v.strictObject({ name: v.literal('request_contact_info') }),
  }),
  v.strictObject({
    type: v.literal('location_request_message'),
    body,
    action: v.strictObject({ name: v.literal('send_location') }),
  }),
])

const Template = v.looseObject({
  name: required(512),
  language: v.looseObject({ code: required(15) }),
  components: v.optional(
    v.array(
      v.looseObject({
        type: v.string(),
        sub_type: v.optional(v.string()),
        index: v.optional(v.union([v.string(), v.number()])),
        parameters: v.optional(
          v.array(
            v.looseObject({
              type: v.string(),
              text: v.optional(v.string()),
              parameter_name: v.optional(v.string()),
            }),
          ),
          [],
        ),
      }),
    ),
  ),
})

const common = {
  messaging_product: v.literal('whatsapp'),
  recipient_type: v.optional(v.picklist(['individual', 'group'])),
  to: v.optional(v.pipe(v.string(), v.minLength(1))),
  recipient: v.optional(v.pipe(v.string(), v.minLength(1))),
  context: v.optional(v.strictObject({ message_id: v.string() })),
  biz_opaque_callback_data: v.optional(v.pipe(v.string(), v.maxCodePoints(512))),
}

/** A message to a customer in the format of `POST /{phone number id}/messages`. */
export const OutboundMessage = v.variant('type', [
  v.looseObject({
    ...common,
    type: v.literal('text'),
    text: v.strictObject({ body: required(4096), preview_url: v.optional(v.boolean()) }),
  }),
  v.looseObject({ ...common, type: v.literal('image'), image: media({ caption }) }),
  v.looseObject({ ...common, type: v.literal('video'), video: media({ caption }) }),
  v.looseObject({
    ...common,
    type: v.literal('document'),
    document: media({ caption, filename: v.optional(v.string()) }),
  }),
  v.looseObject({ ...common, type: v.literal('audio'), audio: media({ voice: v.optional(v.boolean()) }) }),
  v.looseObject({ ...common, type: v.literal('sticker'), sticker: media({}) }),
  v.looseObject({ ...common, type: v.literal('interactive'), interactive: Interactive }),
  v.looseObject({ ...common, type: v.literal('template'), template: Template }),
  v.looseObject({
    ...common,
    type: v.literal('reaction'),
    reaction: v.strictObject({ message_id: v.string(), emoji: v.string() }),
  }),
  v.looseObject({
    ...common,
    type: v.literal('location'),
    location: v.strictObject({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
      name: v.optional(v.string()),
      address: v.optional(v.string()),
    }),
  }),
  v.looseObject({
    ...common,
    type: v.literal('contacts'),
    contacts: v.pipe(v.array(v.looseObject({ name: ContactName })), v.minLength(1)),
  }),
])
export type OutboundMessage = v.InferOutput<typeof OutboundMessage>

/** A read receipt, with or without the typing indicator. */
export const Receipt = v.looseObject({
  messaging_product: v.literal('whatsapp'),
  status: v.literal('read'),
  message_id: v.string(),
  typing_indicator: v.optional(v.strictObject({ type: v.literal('text') })),
})
