import { expect, test } from 'vitest'
import { REQUEST_NAMES, requestInput, requestKind, requestsFor } from './request-kinds.ts'

test.each(REQUEST_NAMES)('%s is a message that the API accepts', (name) => {
  const { type } = requestKind(name)
  expect(requestInput(name, '  Please  ')).toMatchObject({
    type: 'interactive',
    interactive: { type, body: { text: 'Please' }, action: { name: type } },
  })
})

test('an address is asked for in India', () => {
  expect(requestInput('address', 'Where to?')).toMatchObject({
    interactive: { action: { parameters: { country: 'IN' } } },
  })
})

test.each([
  ['', ['number', 'call', 'catalog']],
  ['+919876543210', ['call', 'catalog', 'address']],
  ['+447700900200', ['call', 'catalog']],
])('a customer with the number %j can get %j', (phoneNumber, kinds) => {
  expect(requestsFor(phoneNumber)).toEqual(kinds)
})
