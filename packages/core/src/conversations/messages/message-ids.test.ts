import { wamid } from '@replywright/simulators/provider/chats.ts'
import { expect, test } from 'vitest'
import { callbackData, readCallbackData, waIdEnd } from './message-ids.ts'

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

test.each(['44770090020', '447700900200', '4477009002001', '44770090020012'])(
  'the end of a message id of %s is distinctive and reveals nothing of the number',
  (customer) => {
    for (const direction of ['inbound', 'outbound'] as const) {
      const [one, other] = [wamid(direction, customer), wamid(direction, customer)]
      expect(waIdEnd(one)).not.toBe(waIdEnd(other))
      const start = one.slice('wamid.'.length, -waIdEnd(one).length)
      expect(Buffer.from(start, 'base64').toString()).toContain(customer)
    }
  },
)
