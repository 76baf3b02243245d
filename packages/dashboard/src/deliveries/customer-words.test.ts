import { expect, test } from 'vitest'
import { customerName, messageText } from './customer-words.ts'

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
