import { INVALID, RETRIED, type Rule, TEMPLATE_RULES, UPSTREAM } from './template-rules.ts'

const text = { type: 'text', text: { body: 'Hello' } }
const interactive = (content: object) => ({
  type: 'interactive',
  interactive: { body: { text: 'Which?' }, ...content },
})
const replies = (...titles: string[]) =>
  interactive({
    type: 'button',
    action: { buttons: titles.map((title, index) => ({ type: 'reply', reply: { id: `b${index}`, title } })) },
  })
/** Cards with a quick reply for each letter of their texts. */
const carousel = (...cards: string[]) =>
  interactive({
    type: 'carousel',
    action: {
      cards: cards.map((letters, card_index) => ({
        card_index,
        header: { type: 'image', image: { link: UNREACHABLE } },
        body: { text: letters },
        action: { buttons: [...letters].map((id) => ({ type: 'quick_reply', quick_reply: { id, title: id } })) },
      })),
    },
  })
const list = (rows: number, title = 'Row') =>
  interactive({
    type: 'list',
    action: {
      button: 'Options',
      sections: [{ rows: Array.from({ length: rows }, (_, index) => ({ id: `r${index}`, title })) }],
    },
  })
const long = (length: number) => 'x'.repeat(length)
/** A port on which no server listens. */
const UNREACHABLE = 'http://127.0.0.1:1/file'

const invalid = (rule: string, code: number, breaks: object, source: Rule['source'] = 'clients'): Rule => ({
  rule,
  code,
  source,
  breaks,
  service: INVALID,
})

const MESSAGE_RULES: readonly Rule[] = [
  invalid('the type is known', 100, { type: 'poem' }),
  invalid('the content of the type is present', 131008, { type: 'text' }, 'documentation'),
  invalid('a text is not empty', 131009, { type: 'text', text: { body: '' } }),
  invalid('a text has at most 4096 characters', 100, { type: 'text', text: { body: long(4097) } }),
  invalid('the recipient is a phone number', 131009, { ...text, to: 'Alex' }),
  invalid('the recipient is not the sender', 131021, { ...text, to: '447700900100' }, 'documentation'),
  invalid(
    'a reply refers to a message of the chat',
    131009,
    { ...text, context: { message_id: 'wamid.NO' } },
    'unconfirmed',
  ),
  invalid('the callback data has at most 512 characters', 131009, { ...text, biz_opaque_callback_data: long(513) }),
  invalid('a file has an id or a link, not both', 131009, { type: 'image', image: { id: '1', link: UNREACHABLE } }),
  invalid('a file id exists', 100, { type: 'image', image: { id: '1' } }),
  invalid('a caption has at most 1024 characters', 131009, {
    type: 'image',
    image: { link: UNREACHABLE, caption: long(1025) },
  }),
  invalid('an audio file has no caption', 100, { type: 'audio', audio: { link: UNREACHABLE, caption: 'x' } }),
  {
    ...invalid('a link can be downloaded', 131053, { type: 'image', image: { link: UNREACHABLE } }, 'documentation'),
    isLater: true,
  },
  {
    ...invalid(
      'the file of a GIF header can be downloaded',
      131053,
      interactive({ ...replies('A').interactive, header: { type: 'gif', gif: { link: UNREACHABLE } } }),
      'documentation',
    ),
    isLater: true,
  },
  { ...invalid('the file of a card can be downloaded', 131053, carousel('A', 'B'), 'documentation'), isLater: true },
  invalid('a carousel has at least two cards', 131009, carousel('A'), 'documentation'),
  invalid('a carousel has at most ten cards', 131009, carousel(...'ABCDEFGHIJK'), 'documentation'),
  invalid('the cards of a carousel have the same number of buttons', 131009, carousel('A', 'BC'), 'documentation'),
  invalid('reply buttons are at most three', 131009, replies('A', 'B', 'C', 'D')),
  invalid('reply buttons have different titles', 131009, replies('A', 'A')),
  invalid('the title of a reply button has at most 20 characters', 131009, replies(long(21))),
  invalid(
    'the id of a reply button does not begin or end with a space',
    131009,
    interactive({
      type: 'button',
      action: { buttons: [{ type: 'reply', reply: { id: 'track ', title: 'Track' } }] },
    }),
    'documentation',
  ),
  invalid(
    'an interactive body has at most 1024 characters',
    131009,
    interactive({ ...replies('A').interactive, body: { text: long(1025) } }),
  ),
  invalid('a list has at most ten rows', 131009, list(11)),
  invalid('the title of a row has at most 24 characters', 131009, list(1, long(25))),
  invalid(
    'a flow has a button text',
    131008,
    interactive({ type: 'flow', action: { name: 'flow', parameters: { flow_message_version: '3' } } }),
  ),
  invalid('a product has a catalogue', 131008, interactive({ type: 'product', action: { product_retailer_id: 'A' } })),
  invalid('a location has coordinates', 131008, { type: 'location', location: { name: 'Shop' } }),
  invalid(
    'a latitude is between -90 and 90',
    131009,
    { type: 'location', location: { latitude: 91, longitude: 0 } },
    'unconfirmed',
  ),
  invalid('a contact has a formatted name', 131008, { type: 'contacts', contacts: [{ name: {} }] }),
  invalid(
    'the name of a contact has a part beside the formatted name',
    131009,
    { type: 'contacts', contacts: [{ name: { formatted_name: 'Sam Lee', first_name: '' } }] },
    'documentation',
  ),
  invalid('a reaction refers to a message of the chat', 131009, {
    type: 'reaction',
    reaction: { message_id: 'wamid.NO', emoji: '👍' },
  }),
  {
    rule: 'the customer wrote within 24 hours, unless the message is a template',
    code: 131047,
    source: 'clients',
    breaks: text,
    state: 'closed window',
    service: { code: 'window_closed' },
  },
  { ...invalid('the recipient uses the network', 131026, text, 'documentation'), state: 'left network' },
  {
    rule: 'at most 80 messages a second per number',
    code: 130429,
    source: 'documentation',
    breaks: text,
    state: 'number rate',
    service: RETRIED,
  },
  {
    rule: 'at most one message per six seconds to a customer, with bursts of 45',
    code: 131056,
    source: 'others',
    breaks: text,
    state: 'pair rate',
    service: UPSTREAM,
  },
]

const fault = (code: number, rule: string, service = UPSTREAM, source: Rule['source'] = 'clients'): Rule => ({
  rule,
  code,
  source,
  service,
})

/** Refusals that depend on what the simulator does not have. */
const FAULTS: readonly Rule[] = [
  fault(190, 'the access token is valid'),
  fault(10, 'the app has the permission'),
  fault(4, 'the app stays below its rate of calls', RETRIED),
  fault(80007, 'the account stays below its rate of calls', RETRIED),
  fault(368, 'the account has not violated the policies'),
  fault(130472, 'the recipient is in no experiment about marketing', INVALID),
  fault(130497, 'the account may message this country'),
  fault(131000, 'the provider works'),
  fault(131005, 'the token has access'),
  fault(131016, 'the provider is available', RETRIED),
  fault(131030, 'the recipient of a test number is on its list', INVALID),
  fault(131031, 'the account is not locked'),
  fault(131037, 'the display name is approved'),
  fault(131042, 'the account can pay'),
  fault(2494191, 'the app may take the control of the conversation', INVALID, 'documentation'),
  fault(131045, 'the number is registered with a certificate'),
  fault(131048, 'few recipients reported the number'),
  fault(131049, 'the recipient has not had too much marketing', INVALID),
  fault(131050, 'the recipient accepts marketing', INVALID),
  fault(131057, 'the account is not in maintenance', RETRIED),
  fault(131062, 'a user id can receive this message', INVALID),
  fault(131063, 'marketing templates have their own path'),
  fault(131064, 'the category of templates is right'),
  fault(132007, 'the content follows the policies', INVALID),
  fault(132068, 'the flow is not blocked', INVALID),
  fault(132069, 'the flow is not throttled', INVALID),
  fault(133010, 'the number is registered'),
  fault(134011, 'the terms of payments are accepted'),
  fault(135000, 'the parameters are valid', INVALID),
  fault(137000, 'the hash of the identity is current'),
]

/** The provider's documented rules of sending. */
export const RULES: readonly Rule[] = [...MESSAGE_RULES, ...TEMPLATE_RULES, ...FAULTS]
