import { expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

const SHARED = '447700900999'

/** A contact that a customer without a number sends. */
function read(contact: object, sender: object = { from_user_id: 'GB.1' }) {
  const message = { id: 'wamid.1', timestamp: '1795167600', type: 'contacts', contacts: [contact], ...sender }
  return readMessage('1', message, [])
}

const phones = [{ wa_id: SHARED, phone: '+44 7700 900999' }]

test('a number that the business asked for is the customer’s', () => {
  expect(read({ origin: 'contact_request', phones })).toMatchObject({ contactNumber: SHARED, sharesNumber: true })
  expect(read({ origin: 'contact_request', phones: [{ phone: '+44 (7700) 900-999' }] })).toMatchObject({
    contactNumber: SHARED,
  })
})

test.each([
  {},
  { origin: 'other' },
  { origin: '' },
  { origin: null },
  { origin: 'CONTACT_REQUEST' },
  { origin: 'contact_request_v2' },
  { origin: ['contact_request'] },
  { origin: 'phone_book' },
])('a contact with %j can be of somebody else, and links nobody', (origin) => {
  expect(read({ ...origin, phones })).toMatchObject({
    contactNumber: undefined,
    contactUserId: 'GB.1',
    sharesNumber: false,
  })
})

test('a customer with a number keeps it', () => {
  const contact = { origin: 'contact_request', phones }
  expect(read(contact, { from: '447700900200' })).toMatchObject({ contactNumber: '447700900200', sharesNumber: false })
})

test('a request without a readable number links nobody', () => {
  for (const unreadable of [undefined, [], [{}], [{ wa_id: 'nobody' }]])
    expect(read({ origin: 'contact_request', phones: unreadable })).toMatchObject({ contactNumber: undefined })
})
