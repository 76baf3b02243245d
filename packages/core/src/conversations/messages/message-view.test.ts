import { Envelope, EventMessage } from '@replywright/contract/envelope.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readMessage } from '../../channel/provider/read-message.ts'
import { contentOf } from './message-view.ts'

/** Reads a message of the provider and returns its content as envelopes show it. */
function contentFrom(message: object): object {
  const from = { id: 'wamid.1', timestamp: '1795167600', from: '447700900200' }
  const read = readMessage('106540352242922', { ...from, ...message }, [])
  if ('unreadable' in read) throw new Error(read.unreadable)
  return contentOf(read)
}

test.each<[string, object, object]>([
  [
    'location',
    { location: { latitude: 51.5033, longitude: '-0.1196', name: 'London Eye', address: null, more: 1 } },
    { location: { latitude: 51.5033, longitude: -0.1196, name: 'London Eye' } },
  ],
  [
    'contacts',
    {
      contacts: [
        {
          name: { formatted_name: 'Sam Lee', first_name: 'Sam' },
          phones: [{ phone: '+44 7700 900300', wa_id: '447700900300', type: 'CELL' }],
          addresses: [{ street: '1 Road', country_code: 'gb' }],
        },
      ],
    },
    {
      contacts: [
        {
          name: { formattedName: 'Sam Lee', firstName: 'Sam' },
          phones: [{ phone: '+44 7700 900300', waId: '447700900300', type: 'CELL' }],
          addresses: [{ street: '1 Road', countryCode: 'gb' }],
        },
      ],
    },
  ],
  [
    'order',
    {
      order: {
        catalog_id: '354',
        text: 'no onions',
        product_items: [{ product_retailer_id: 'BURGER', quantity: '2', item_price: 8.5, currency: 'GBP' }],
      },
    },
    {
      order: {
        catalogId: '354',
        text: 'no onions',
        productItems: [{ productRetailerId: 'BURGER', quantity: 2, itemPrice: 8.5, currency: 'GBP' }],
      },
    },
  ],
  [
    'reaction',
    { reaction: { message_id: 'wamid.0', emoji: '👍' } },
    { reaction: { messageWaId: 'wamid.0', emoji: '👍' } },
  ],
  ['reaction', { reaction: { message_id: 'wamid.0' } }, { reaction: { messageWaId: 'wamid.0', emoji: '' } }],
  [
    'edit',
    { edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Hello again' } } } },
    { edit: { messageWaId: 'wamid.0' } },
  ],
  ['revoke', { revoke: { original_message_id: 'wamid.0' } }, { revoke: { messageWaId: 'wamid.0' } }],
  ['unsupported', { unsupported: { type: 'poll' } }, { unsupported: { type: 'poll' } }],
  [
    'interactive',
    { interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"rating":"5"}' } } },
    { nfmReply: { name: 'flow', body: 'Sent', responseJson: '{"rating":"5"}' } },
  ],
])('a message of type %s has its content', (type, message, content) => {
  const shown = contentFrom({ type, ...message })
  expect(shown).toEqual(content)
  const envelope = { id: 'm1', waId: 'wamid.1', body: '', media: [], buttons: [], type, ...shown }
  expect(v.parse(EventMessage, envelope)).toEqual(envelope)
})

test.each<[string, object]>([
  ['text', { text: { body: 'Hello' } }],
  ['interactive', { interactive: { type: 'button_reply', button_reply: { id: 'track', title: 'Track it' } } }],
  ['location', { location: { name: 'without coordinates' } }],
  ['order', { order: 'malformed' }],
  ['reaction', {}],
  ['__proto__', {}],
  ['a new type', { 'a new type': { location: { latitude: 1, longitude: 2 } } }],
])('a message of type %s with %o has no content', (type, message) => {
  expect(contentFrom({ type, ...message })).toEqual({})
})

test('an envelope without a type and content is valid', () => {
  const shared = {
    timestamp: '2026-03-02T09:15:30.000Z',
    phoneNumber: '+447700900100',
    from: '',
    contact: { name: '', phoneNumber: '' },
    conversationId: 'c1',
  }
  const message = { id: 'm1', waId: 'wamid.1', body: 'Hello', media: [], buttons: [] }
  expect(v.is(Envelope, { event: 'message.received', ...shared, message })).toBe(true)
  expect(v.is(Envelope, { event: 'message.received', ...shared, message: null })).toBe(false)
  expect(v.is(Envelope, { event: 'subscription.activated', ...shared, message: null })).toBe(false)
})
