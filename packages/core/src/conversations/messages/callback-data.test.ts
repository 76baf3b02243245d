import { expect, test } from 'vitest'
import { callbackData, readCallbackData } from './callback-data.ts'

const ref = {
  conversationId: '0199aa00-0000-5000-8000-000000000001',
  messageId: '0199aa00-0000-8000-8000-000000000002',
}

test('reads what was written, within the 512 characters of the provider', () => {
  expect(readCallbackData(callbackData(ref))).toEqual(ref)
  expect(callbackData(ref).length).toBeLessThan(512)
})

test.each([undefined, '', 'msg=42', `${callbackData(ref)}x`, `c#1/${ref.messageId}`])('rejects %o', (text) => {
  expect(readCallbackData(text)).toBeUndefined()
})
