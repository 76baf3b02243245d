import type { Event } from '../envelope.ts'
import { exampleIdOf } from './nouns.ts'
import { EXAMPLE_VALUES } from './values.ts'

const OLDER_MESSAGE = 'wamid.HBgMNDQ3NzAwOTAwMjAwFQIAERgSNEE'

/** What messages have besides the fields of a text message, by their type. */
const CONTENT = {
  image: { media: [{ url: 'https://api.example/media/pVd0c1JtY2Vf.u5xNnQ9rT2k/', mimeType: 'image/jpeg' }] },
  button: { body: 'Track my order', buttons: [{ type: 'quick_reply', text: 'Track my order', quickReplyId: 'track' }] },
  location: { body: '', location: { latitude: 51.5033, longitude: -0.1196, name: 'London Eye', address: 'London' } },
  contacts: {
    body: '',
    contacts: [
      {
        name: { formattedName: 'Sam Lee', firstName: 'Sam', lastName: 'Lee' },
        phones: [{ phone: '+44 7700 900300', waId: '447700900300', type: 'CELL' }],
      },
    ],
  },
  order: {
    body: '',
    order: {
      catalogId: '354160437058781',
      text: 'No onions',
      productItems: [{ productRetailerId: 'BURGER', quantity: 2, itemPrice: 8.5, currency: 'GBP' }],
    },
  },
  reaction: { body: '', reaction: { messageWaId: OLDER_MESSAGE, emoji: '👍' } },
  edit: { body: 'Where is my order A-1042?', edit: { messageWaId: OLDER_MESSAGE } },
  revoke: { body: '', revoke: { messageWaId: OLDER_MESSAGE } },
} as const

/** The customer of an event that is about none. */
const NOBODY = { from: '', contact: { name: '', phoneNumber: '' }, conversationId: '' }
const HEALTHY = { state: 'ok', quality: 'GREEN', messagingLimit: 'TIER_1K', problems: [] }
const RESTRICTION = 'RESTRICTED_BIZ_INITIATED_MESSAGING'

/** What an event about a number tells: that its account may not write first for a week. */
const HEALTH = {
  before: HEALTHY,
  after: {
    ...HEALTHY,
    state: 'restricted',
    problems: [
      {
        code: RESTRICTION,
        text: 'The business may not write first: templates are refused. Replies to customers are sent.',
        since: '2026-03-02T09:15:30.000Z',
        until: '2026-03-09T09:15:30.000Z',
      },
    ],
  },
  cause: {
    field: 'account_update',
    code: RESTRICTION,
    notice: {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: RESTRICTION, expiration: 1_773_047_730 }],
    },
  },
}

/** The id of a customer (`contact.id`). */
const CUSTOMER = '8f14e45f-ceea-467f-a3a1-2c2b8d1f1b7e'

const FORMER = {
  kind: 'phone',
  value: '447700900300',
  from: '2025-11-20T16:02:11.000Z',
  until: null,
  evidence: 'message',
  endedBy: null,
}

/** What an event about a customer tells: that the provider reported another phone number. */
const RENAMED = {
  before: { id: CUSTOMER, names: [FORMER] },
  after: {
    id: CUSTOMER,
    names: [{ ...FORMER, value: EXAMPLE_VALUES.toNumber, from: '2026-03-02T09:15:30.000Z', evidence: 'notice' }],
  },
  why: 'notice',
  merged: [],
  separated: [],
}

/** What an event about an agent tells: that a criterion of its exam is met less often. */
const REGRESSED = {
  agent: { id: exampleIdOf('agents'), name: 'Shop' },
  exam: { proofId: exampleIdOf('proofs'), startedAt: '2026-03-02T03:00:04.000Z' },
  drops: [
    {
      kind: 'criterion',
      name: 'Names the day on which the order arrives.',
      before: { count: 19, of: 20, low: 0.7639, high: 0.9911 },
      now: { count: 14, of: 20, low: 0.481, high: 0.8545 },
    },
  ],
}

/** Types of messages with content of their own. */
export const CONTENT_TYPES = ['image', 'button', 'location', 'contacts', 'order', 'reaction', 'edit', 'revoke'] as const

/** Returns an example of an event's body (spec, Payload envelope), with a text message or one of another type. */
export function exampleEnvelope({ schema }: Event, type: 'text' | (typeof CONTENT_TYPES)[number] = 'text'): object {
  const { entries } = schema
  const customer = `+${EXAMPLE_VALUES.toNumber}`
  const text = {
    id: EXAMPLE_VALUES['Message.id'],
    waId: EXAMPLE_VALUES.waId,
    body: EXAMPLE_VALUES.lastMessage,
    media: [],
    buttons: [],
    type,
  }
  const shared = {
    event: entries.event.literal,
    timestamp: '2026-03-02T09:15:30.000Z',
    phoneNumber: `+${EXAMPLE_VALUES.msgNumber}`,
  }
  if ('drops' in entries) return { ...shared, ...NOBODY, phoneNumber: '', message: null, ...REGRESSED }
  if ('cause' in entries) return { ...shared, ...NOBODY, message: null, ...HEALTH }
  return {
    ...shared,
    from: customer,
    contact: { name: EXAMPLE_VALUES['contact.name'], phoneNumber: customer },
    message: exampleMessage(entries, { ...text, ...(type !== 'text' && CONTENT[type]) }),
    conversationId: EXAMPLE_VALUES.conversationId,
    ...('merged' in entries && RENAMED),
    ...('control' in entries && {
      control: 'service',
      before: 'other_agent',
      metadata: 'The customer asks for a refund.',
    }),
    ...('sentBy' in entries && { sentBy: 'agent' }),
    ...('status' in entries && {
      status: entries.status.literal,
      error:
        entries.status.literal === 'failed'
          ? { code: 'upstream_error', message: 'Message undeliverable (131026)', providerCode: 131026 }
          : null,
      ...(entries.status.literal !== 'failed' && {
        pricing: { billable: true, model: 'PMP', type: 'regular', category: 'utility' },
      }),
    }),
    ...('since' in entries && {
      reason: 'The customer asks for a refund above 100 euros.',
      summary: 'Order A-1042 arrived broken on 1 March. The customer sent a photo and wants the money back.',
      since: '2026-03-02T09:15:30.000Z',
    }),
    ...('endedBy' in entries && {
      summary: 'The customer asked where order A-1042 is. It arrives on Friday.',
      outcome: { resolved: true },
      endedBy: 'agent',
      messages: 6,
      tokens: 9120,
      usd: { provider: '0.003400', model: '0.003120', aws: '0.000078' },
    }),
    ...('routing' in entries && {
      routing: entries.event.literal === 'subscription.revoked' ? 'agent' : 'webhook',
      webhookId: EXAMPLE_VALUES.webhookId,
    }),
  }
}

function exampleMessage(entries: Event['schema']['entries'], whole: { readonly id: unknown; readonly waId: unknown }) {
  if (entries.message.type === 'null') return null
  return 'status' in entries ? { id: whole.id, waId: whole.waId } : whole
}
