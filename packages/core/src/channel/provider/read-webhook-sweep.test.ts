import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChannelEvent } from '../port.ts'
import { readWebhook } from './read-webhook.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const METADATA = { display_phone_number: '447700900100', phone_number_id: '1' }
const FROM = '447700900200'
const text = { from: FROM, id: 'wamid.1', timestamp: '1795167600', type: 'text', text: { body: 'Hi' } }
const read = (field: unknown, value: unknown, entry: object = { id: 'w', time: 1_795_167_600 }) =>
  readWebhook({ object: 'whatsapp_business_account', entry: [{ ...entry, changes: [{ field, value }] }] }, NOW)
const kinds = (events: readonly ChannelEvent[]) => events.map(({ kind }) => kind)

/** Documented and undocumented changes, odd ones, and what each becomes: nothing is ignored. */
test.each<[string, unknown, unknown, string[]]>([
  ['messages without a list', 'messages', { metadata: METADATA }, ['unreadable']],
  ['messages that are null', 'messages', { metadata: METADATA, messages: null, statuses: null }, ['unreadable']],
  ['an empty list', 'messages', { metadata: METADATA, messages: [] }, ['unreadable']],
  ['a number as a number', 'messages', { metadata: { phone_number_id: 1 }, messages: [text] }, ['message']],
  [
    'a sender as a number',
    'messages',
    { metadata: METADATA, messages: [{ ...text, from: 447700900200 }] },
    ['message'],
  ],
  [
    'a time as a number',
    'messages',
    { metadata: METADATA, messages: [{ ...text, timestamp: 1795167600 }] },
    ['message'],
  ],
  ['no time', 'messages', { metadata: METADATA, messages: [{ ...text, timestamp: null }] }, ['unreadable']],
  ['no metadata', 'messages', { messages: [text] }, ['unreadable']],
  ['null', 'messages', null, ['unreadable']],
  ['a status without a time', 'messages', { metadata: METADATA, statuses: [{ id: 'a', status: 'sent' }] }, ['status']],
  ['a status without an id', 'messages', { metadata: METADATA, statuses: [{ status: 'sent' }] }, ['unreadable']],
  ['an unknown status', 'messages', { metadata: METADATA, statuses: [{ id: 'a', status: 'deleted' }] }, ['unreadable']],
  [
    'a failed payment of an order that was delivered',
    'messages',
    { metadata: METADATA, statuses: [{ id: 'a', type: 'payment', status: 'failed', timestamp: '1' }] },
    ['payment'],
  ],
  [
    'a payment without its type',
    'messages',
    { metadata: METADATA, statuses: [{ id: 'a', status: 'captured', payment: { reference_id: 'A-1' } }] },
    ['payment'],
  ],
  [
    'a status with a recipient as a number, and null elsewhere',
    'messages',
    {
      metadata: METADATA,
      contacts: null,
      statuses: [{ id: 'a', status: 'sent', timestamp: 1, recipient_id: 447700900200, pricing: null, errors: null }],
    },
    ['status'],
  ],
  [
    'statuses before messages',
    'messages',
    { metadata: METADATA, statuses: [{ id: 'a', status: 'sent', timestamp: '1' }], messages: [text] },
    ['message', 'status'],
  ],
  ['an error of a number', 'messages', { metadata: METADATA, errors: [{ code: '131000', title: 'x' }] }, ['notice']],
  ['an error of an account', 'messages', { errors: [{ code: 131042 }] }, ['notice']],
  ['an error without a code', 'messages', { metadata: METADATA, errors: [{ title: 'x' }] }, ['unreadable']],
  [
    'an unknown list beside messages',
    'messages',
    { metadata: METADATA, messages: [text], group_joins: [{ id: 'g' }] },
    ['message', 'unreadable'],
  ],
  ['a message of a group', 'messages', { metadata: METADATA, messages: [{ ...text, group_id: 7 }] }, ['group']],
  [
    'a change of a group',
    'group_lifecycle_update',
    { metadata: METADATA, groups: [{ type: 'created' }] },
    ['unreadable'],
  ],
  ['standby, flat', 'standby', { metadata: METADATA, messages: [text] }, ['message']],
  ['standby, nested', 'standby', { metadata: METADATA, standby: { messages: [text] } }, ['message']],
  ['standby with nothing', 'standby', { metadata: METADATA, standby: {} }, ['unreadable']],
  [
    'standby with an unknown list',
    'standby',
    { metadata: METADATA, standby: { reactions: [{ id: 'r' }] } },
    ['unreadable'],
  ],
  [
    'an echo in standby',
    'standby',
    {
      metadata: METADATA,
      standby: {
        message_echoes: [{ id: 'e', timestamp: '1', message: { to: FROM, type: 'text', text: { body: 'x' } } }],
      },
    },
    ['echo'],
  ],
  [
    'an echo without a customer',
    'standby',
    { metadata: METADATA, standby: { message_echoes: [{ id: 'e', timestamp: '1', message: { type: 'text' } }] } },
    ['unreadable'],
  ],
  [
    'control with metadata only',
    'messaging_handovers',
    { recipient: METADATA, sender: { phone_number: 447700900200 }, timestamp: 1, control_passed: { metadata: null } },
    ['control'],
  ],
  ['control without a customer', 'messaging_handovers', { recipient: METADATA, control_taken: {} }, ['unreadable']],
  ['control without a change', 'messaging_handovers', { recipient: METADATA, sender: { wa_id: FROM } }, ['unreadable']],
  [
    'history in two threads, one of them odd',
    'history',
    {
      metadata: METADATA,
      history: [
        {
          threads: [
            { id: FROM, messages: [text] },
            { id: FROM, messages: null },
          ],
        },
      ],
    },
    ['history', 'unreadable'],
  ],
  [
    'history with progress only',
    'history',
    { metadata: METADATA, history: [{ metadata: { progress: 100 } }] },
    ['unreadable'],
  ],
  ['history with an error', 'history', { metadata: METADATA, history: [{ errors: [{ code: 2593109 }] }] }, ['notice']],
  [
    'contacts of several kinds',
    'smb_app_state_sync',
    {
      metadata: METADATA,
      state_sync: [
        { type: 'contact', contact: { full_name: 'A', phone_number: FROM }, action: 'add' },
        { type: 'label', label: { name: 'VIP' } },
        { type: 'contact', contact: { full_name: 'B' } },
      ],
    },
    ['contact', 'unreadable', 'unreadable'],
  ],
  ['contacts that are no list', 'smb_app_state_sync', { metadata: METADATA, state_sync: 'x' }, ['unreadable']],
  ['a call without a list', 'calls', { metadata: METADATA, calls: null }, ['unreadable']],
  ['no calls', 'calls', { metadata: METADATA, calls: [] }, ['unreadable']],
  [
    'the end of a call',
    'calls',
    { metadata: METADATA, calls: [{ id: 'c', from: FROM, event: 'terminate', status: 'COMPLETED', timestamp: '1' }] },
    ['message'],
  ],
  [
    'a choice that is unknown',
    'user_preferences',
    { metadata: METADATA, user_preferences: [{ category: 'x' }] },
    ['unreadable'],
  ],
  ['no choices', 'user_preferences', { metadata: METADATA, user_preferences: [] }, ['unreadable']],
  ['an unknown event of an account', 'account_update', { event: 'SOMETHING_NEW' }, ['unreadable']],
  ['an account that is null', 'account_update', null, ['unreadable']],
  ['a ban without its info', 'account_update', { event: 'DISABLED_UPDATE', ban_info: null }, ['notice']],
  [
    'a restriction with its end as a text',
    'account_update',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: '1800000000' }],
    },
    ['notice'],
  ],
  ['an alert without its type', 'account_alerts', { alert_info: {} }, ['unreadable']],
  ['a limit as a number', 'business_capability_update', { max_daily_conversations_per_business: 2000 }, ['notice']],
  ['a limit that is missing', 'business_capability_update', {}, ['unreadable']],
  ['a template without an id', 'message_template_status_update', { event: 'APPROVED' }, ['unreadable']],
  ['an unknown field', 'automatic_events', { metadata: METADATA, automatic_events: [{}] }, ['unreadable']],
  ['a field that is no text', 7, {}, ['unreadable']],
])('%s', (_, field, value, expected) => {
  const events = read(field, value)
  expect(kinds(events)).toEqual(expected)
  for (const event of events) expect('raw' in event && event.raw).toBeTruthy()
})

test('a restriction with its end as a text ends then', () => {
  const [event] = read('account_update', {
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: '1800000000' }],
  })
  expect(event).toMatchObject({
    notice: { topics: { restriction: [{ until: 1_800_000_000_000, forbids: 'initiated' }] } },
  })
})

test('a notice of a partner is about the account that it names, not about its portfolio', () => {
  const [event] = read('account_update', {
    event: 'PARTNER_REMOVED',
    waba_info: { waba_id: 102, owner_business_id: 9 },
  })
  expect(event).toMatchObject({ kind: 'notice', notice: { waId: '102' } })
})

test.each([
  [
    'several entries and changes',
    { entry: [{ id: '1', changes: [{ field: 'x', value: 1 }, 'nonsense'] }, { id: '2' }] },
    3,
  ],
  ['a webhook of another product', { object: 'page', entry: [{ id: '1', messaging: [{ message: 'Hi' }] }] }, 1],
  ['no entries', { object: 'whatsapp_business_account', entry: [] }, 1],
  ['entries that are no list', { entry: 'x' }, 1],
  ['a list', [1, 2], 1],
  ['null', null, 1],
])('%s is kept', (_, body, count) => {
  const events = readWebhook(body, NOW)
  expect(kinds(events)).toEqual(Array.from({ length: count }, () => 'unreadable'))
})

test('every JSON has an event', () => {
  const field = fc.constantFrom('messages', 'standby', 'history', 'smb_app_state_sync', 'messaging_handovers', 'calls')
  fc.assert(
    fc.property(fc.jsonValue(), field, (value, name) => {
      expect(readWebhook(value, NOW).length).toBeGreaterThan(0)
      for (const given of [
        value,
        { metadata: METADATA, [name]: value, messages: value, history: [value], calls: [value] },
      ])
        expect(read(name, given).length).toBeGreaterThan(0)
    }),
  )
})
