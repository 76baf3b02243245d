import * as v from 'valibot'
import { anyRule, HttpUrl, maxCharacters, wellFormed } from './fields.ts'

// Interactive objects that the provider defines, beside those of `message-objects.ts`. Their names are the provider's.

const text = (longest: number) =>
  v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(longest), wellFormed)

const body = v.object({ text: text(1024) })
const footer = v.optional(v.object({ text: text(60) }))
const url = v.pipe(text(2000), v.url('must be an absolute URL'))

export const InteractiveContactRequest = v.pipe(
  v.object({
    type: v.literal('request_contact_info'),
    body,
    action: v.object({ name: v.literal('request_contact_info') }),
  }),
  v.description(
    'A request for the phone number of a customer who hides it. The answer is a message with `contacts` of the origin `contact_request`, whose number becomes one of the customer.',
  ),
)

export const InteractiveCallPermission = v.pipe(
  v.object({
    type: v.literal('call_permission_request'),
    body: v.optional(body),
    action: v.object({ name: v.literal('call_permission_request') }),
  }),
  v.description('A request for the permission to call the customer. The answer is in `details.callPermissionReply`.'),
)

export const InteractiveCall = v.pipe(
  v.object({
    type: v.literal('voice_call'),
    body,
    action: v.object({
      name: v.literal('voice_call'),
      parameters: v.optional(
        v.object({
          display_text: v.optional(text(20)),
          ttl_minutes: v.pipe(
            v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'must be at least 1'))),
            v.description('How long the button works.'),
          ),
          payload: v.optional(text(512)),
        }),
      ),
    }),
  }),
  v.description('A button with which the customer calls the business.'),
)

export const InteractiveCatalog = v.pipe(
  v.object({
    type: v.literal('catalog_message'),
    body,
    footer,
    action: v.object({
      name: v.literal('catalog_message'),
      parameters: v.optional(v.object({ thumbnail_product_retailer_id: v.optional(text(256)) })),
    }),
  }),
  v.description('A button that opens the catalogue.'),
)

export const InteractiveAddress = v.pipe(
  v.object({
    type: v.literal('address_message'),
    body,
    footer,
    action: v.object({
      name: v.literal('address_message'),
      parameters: v.looseObject({
        country: v.pipe(
          v.string(),
          v.regex(/^[A-Z]{2}$/, 'must be the code of a country, such as IN'),
          v.description('The code of a country. The provider supports India.'),
        ),
      }),
    }),
  }),
  v.description('A request for a postal address.'),
)

const reference = {
  link: v.pipe(v.optional(HttpUrl), v.description('The provider downloads the file from this URL.')),
  id: v.pipe(v.optional(text(256)), v.description("The provider's id of an uploaded file.")),
}

/** A schema that accepts either a link or an id. */
const eitherOf = <Schema extends v.GenericSchema<unknown, { link?: string | undefined; id?: string | undefined }>>(
  schema: Schema,
) =>
  v.pipe(
    schema,
    anyRule({ required: ['link'] }, { required: ['id'] }),
    v.check(({ link, id }) => (link === undefined) !== (id === undefined), 'must have either link or id'),
  )

/** A picture or a video of an interactive object. */
export const InteractiveFile = eitherOf(v.object(reference))

const LONGEST_FILE_NAME = 240

/** A document of an interactive object. */
export const InteractiveDocument = eitherOf(
  v.object({
    ...reference,
    filename: v.pipe(
      v.optional(text(LONGEST_FILE_NAME)),
      v.description('The name that the customer sees. Defaults to that in the URL.'),
    ),
  }),
)

const LONGEST_CARD_TEXT = 160
const MOST_LINE_BREAKS = 2

const CardText = v.pipe(
  text(LONGEST_CARD_TEXT),
  v.check(
    (words) => words.split('\n').length <= MOST_LINE_BREAKS + 1,
    `must have at most ${MOST_LINE_BREAKS} line breaks`,
  ),
)

const Card = v.object({
  card_index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  type: v.pipe(
    v.optional(v.picklist(['cta_url', 'quick_reply'])),
    v.description('The kind of its buttons, the same in all cards.'),
  ),
  header: v.variant('type', [
    v.object({ type: v.literal('image'), image: InteractiveFile }),
    v.object({ type: v.literal('video'), video: InteractiveFile }),
  ]),
  body: v.optional(v.object({ text: CardText })),
  action: v.union([
    v.object({ name: v.literal('cta_url'), parameters: v.object({ display_text: text(20), url }) }),
    v.object({
      buttons: v.pipe(
        v.array(
          v.object({
            type: v.literal('quick_reply'),
            quick_reply: v.object({ id: text(256), title: text(20) }),
          }),
        ),
        v.minLength(1, 'must have at least one button'),
        v.maxLength(3, 'must be at most 3 buttons'),
      ),
    }),
  ]),
})

const LEAST_CARDS = 2
const MOST_CARDS = 10

export const InteractiveCarousel = v.pipe(
  v.object({
    type: v.literal('carousel'),
    body,
    action: v.object({
      cards: v.pipe(
        v.array(Card),
        v.minLength(LEAST_CARDS, `must be at least ${LEAST_CARDS} cards`),
        v.maxLength(MOST_CARDS, `must be at most ${MOST_CARDS} cards`),
        v.check(
          (cards) => cards.every(({ card_index }, index) => card_index === index),
          'must have the card_index of their positions, from 0',
        ),
        v.check(
          (cards) => new Set(cards.map(({ action }) => 'buttons' in action)).size === 1,
          'must all have links, or all have quick replies',
        ),
        v.check(
          (cards) => new Set(cards.map(({ action }) => ('buttons' in action ? action.buttons.length : 0))).size === 1,
          'must all have the same number of quick replies',
        ),
      ),
    }),
  }),
  v.description('Two to ten cards with a picture or a video, and a link or quick replies each.'),
)

export const InteractiveOrder = v.pipe(
  v.object({
    type: v.literal('order_details'),
    header: v.optional(
      v.variant('type', [
        v.object({ type: v.literal('image'), image: InteractiveFile }),
        v.object({ type: v.literal('document'), document: InteractiveDocument }),
      ]),
    ),
    body,
    footer,
    action: v.object({
      name: v.literal('review_and_pay'),
      parameters: v.looseObject({
        reference_id: text(35),
        type: v.picklist(['digital-goods', 'physical-goods']),
        currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be the code of a currency, such as BRL')),
        total_amount: v.object({
          value: v.pipe(v.number(), v.integer(), v.minValue(0)),
          offset: v.pipe(v.number(), v.integer(), v.minValue(1)),
        }),
        order: v.looseObject({ status: v.string() }),
      }),
    }),
  }),
  v.description('An order to review and pay. The provider defines the other parameters.'),
)
