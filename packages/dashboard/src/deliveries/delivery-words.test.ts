import { expect, test } from 'vitest'
import { customerName, messageText, outcomeText } from './delivery-words.ts'

test.each([
  [{ name: 'Ada King', phoneNumber: '+447700900123' }, 'Ada King'],
  [{ name: '', phoneNumber: '+447700900123' }, '+447700900123'],
  [{ name: '', phoneNumber: '' }, 'Unnamed customer'],
  [null, undefined],
])('names the customer %o', (contact, name) => {
  expect(customerName({ contact })).toBe(name)
})

test.each([
  ['Where is\n\n my order?', null, 'Where is my order?'],
  ['A caption', 'image/jpeg', 'A caption'],
  ['', 'image/jpeg', 'Image'],
  ['', 'application/pdf', 'File'],
  ['', null, ''],
])('shows the message %j with the file %s as %j', (preview, mediaType, text) => {
  expect(messageText({ preview, mediaType })).toBe(text)
})

test.each([
  [{ status: 200, cause: null }, '200'],
  [{ status: 503, cause: 'server_error' }, '503 Server error'],
  [{ status: null, cause: 'dns' }, 'DNS lookup failed'],
  [{ status: null, cause: null }, ''],
] as const)('describes %o as %s', (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text)
})
