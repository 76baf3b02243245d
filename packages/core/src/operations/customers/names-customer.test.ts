import { expect, test } from 'vitest'
import { namesCustomer } from './names-customer.ts'

const wanted = { numbers: new Set(['100', '200']), names: new Set(['447700900200', '1']) }
const event = (message: object, phoneNumberId: unknown = '100') =>
  JSON.stringify({ metadata: { phone_number_id: phoneNumberId, display_phone_number: '4930' }, message })

test.each([
  ['the sender', event({ from: '447700900200' })],
  [
    'the recipient of a status',
    JSON.stringify({ metadata: { phone_number_id: '200' }, status: { recipient_id: '447700900200' } }),
  ],
  [
    'a contact',
    JSON.stringify({ metadata: { phone_number_id: '100' }, contacts: [{ wa_id: '447700900200' }], message: 7 }),
  ],
  ['a number with a plus sign', event({ from: '+44 7700 900-200' })],
  ['a JSON number', event({ from: 447700900200 }, 100)],
  ['a user id', event({ from_user_id: '1' })],
  ['a whole change', JSON.stringify({ value: JSON.parse(event({ to: ['447700900200'] })) })],
])('%s is the customer', (_, raw) => expect(namesCustomer(raw, wanted)).toBe(true))

test.each([
  ['a longer number', event({ from: '4477009002001' })],
  ['a number that ends with it', event({ from: '9447700900200' })],
  ['an id that contains a short user id', event({ from_user_id: '12', id: 'wamid.1', timestamp: '1795167600' })],
  ['a number of another organisation', event({ from: '447700900200' }, '1001')],
  ['a text', event({ from: '2', type: 'text', text: { body: '447700900200' } })],
  [
    'the name of a profile',
    JSON.stringify({ metadata: { phone_number_id: '100' }, contacts: [{ profile: { name: '447700900200' } }] }),
  ],
  ['a contact card', event({ from: '2', type: 'contacts', contacts: [{ phones: [{ wa_id: '447700900200' }] }] })],
  ['a key', event({ 447700900200: 'x' })],
  ['no JSON', '447700900200 100'],
  ['nothing', ''],
])('%s is not the customer', (_, raw) => expect(namesCustomer(raw, wanted)).toBe(false))

test('deeply nested and large events are read', () => {
  const deep = `${'['.repeat(5000)}"447700900200","100"${']'.repeat(5000)}`
  expect(namesCustomer(deep, wanted)).toBe(true)
  expect(namesCustomer(JSON.stringify(Array.from({ length: 200_000 }, () => '44770090020')), wanted)).toBe(false)
})
