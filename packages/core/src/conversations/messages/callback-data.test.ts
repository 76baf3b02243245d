import { expect, test } from 'vitest'
import { callbackData, readCallbackData } from './callback-data.ts'

const place = {
  conversationId: '0199aa00-0000-5000-8000-000000000001',
  messageId: '0199aa00-0000-8000-8000-000000000002',
}

test('what goes out comes back, within the provider’s 512 characters', () => {
  expect(readCallbackData(callbackData(place))).toEqual(place)
  expect(callbackData(place).length).toBeLessThan(512)
})

test.each([undefined, '', 'msg=42', `${callbackData(place)}x`, `c#1/${place.messageId}`])('%o is nobody’s', (text) => {
  expect(readCallbackData(text)).toBeUndefined()
})
