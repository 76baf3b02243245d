import { expect, test } from 'vitest'
import { derivedTimeId } from '../platform/clock.ts'
import { DeliveryEntity } from './delivery-entity.ts'
import { messageEnvelope } from './envelope.ts'
import { originOf } from './excerpt.ts'
import { newDelivery } from './new-delivery.ts'
import { bytesOf } from './stored-bytes.ts'

const AT = 1_795_167_600_000
const [id = '', organizationId = '', webhookId = '', conversationId = '', messageId = ''] = [
  'delivery',
  'organization',
  'webhook',
  'conversation',
  'message',
].map((one) => derivedTimeId(AT, one))

function deliveryOf(body: string, contactName = 'Zoë Müller', media: { url: string; mimeType: string }[] = []) {
  const conversation = { id: conversationId, msgNumber: '447700900100', contactName, contactNumber: '491715550100' }
  const message = { id: messageId, waId: 'wamid.HBgMNDkxNzE1NTUwMTAw', body, media, buttons: [] }
  const payload = JSON.stringify(messageEnvelope('message.received', AT, conversation, message))
  const requestId = 'b1f8a1de-5f1c-4a8e-9a53-5c6a4c1f1a11'
  return newDelivery({
    deliveryDays: 30,
    id,
    organizationId,
    webhookId,
    event: 'message.received',
    payload,
    at: AT,
    requestId,
    mayBeApart: true,
  })
}

const bytes = ({ delivery }: ReturnType<typeof deliveryOf>) => bytesOf(DeliveryEntity.create(delivery).params().Item)

test('reads customer and message from a payload inside the delivery', () => {
  const created = deliveryOf('Where is my order?')
  expect(created.payloadItem).toBeUndefined()
  expect(created.delivery).not.toHaveProperty('excerpt')
  expect(originOf(created.delivery)).toEqual({
    contactName: 'Zoë Müller',
    contactNumber: '+491715550100',
    conversationId,
    messageId,
    preview: 'Where is my order?',
    mediaType: null,
  })
})

test.each([1900, 5000])(
  'stores an excerpt of a message of %i characters that costs no further write unit',
  (characters) => {
    const created = deliveryOf('Where is my order? '.repeat(300).slice(0, characters))
    expect(created.payloadItem).toBeDefined()
    expect(bytes(created)).toBeLessThanOrEqual(1024)
    expect(originOf(created.delivery)).toMatchObject({
      contactName: 'Zoë Müller',
      contactNumber: '+491715550100',
      conversationId,
      messageId,
      preview: expect.stringMatching(/^Where is my order\?.*…$/),
    })
  },
)

test('shortens the excerpt, or stores none, rather than paying for another write unit', () => {
  const long = deliveryOf('x'.repeat(5000), 'y'.repeat(60))
  expect(bytes(long)).toBeLessThanOrEqual(1024)
  expect(originOf(long.delivery)).toMatchObject({ contactName: 'y'.repeat(60) })
  const longest = deliveryOf('x'.repeat(5000), 'y'.repeat(900))
  expect(bytes(longest)).toBeLessThanOrEqual(1024)
  expect(originOf(longest.delivery)).toBeNull()
  expect(longest.delivery).not.toHaveProperty('excerpt')
  expect(originOf({})).toBeNull()
})

test('names the type of a file', () => {
  const media = [{ url: 'https://example.com/a', mimeType: 'image/jpeg' }]
  expect(originOf(deliveryOf('', 'Zoë', media).delivery)).toMatchObject({ preview: '', mediaType: 'image/jpeg' })
  const apart = deliveryOf('x'.repeat(1900), 'Zoë', media)
  expect(apart.payloadItem).toBeDefined()
  expect(originOf(apart.delivery)).toMatchObject({ mediaType: 'image/jpeg' })
})

test('previews 120 characters of a message', () => {
  const previewOf = (body: string) => originOf(deliveryOf(body).delivery)?.preview
  expect(previewOf('x'.repeat(120))).toBe('x'.repeat(120))
  expect(previewOf('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`)
  expect(previewOf('😀'.repeat(121))).toBe(`${'😀'.repeat(120)}…`)
})

test.each([
  ['a message', { id: 'm1', body: '"conversationId":"c2"' }, 'm1'],
  ['no message', null, null],
])('reads the ids from a payload about %s', (_, message, messageId) => {
  const payload = JSON.stringify({ conversationId: 'c1', message })
  expect(originOf({ payload })).toMatchObject({ conversationId: 'c1', messageId })
})

test.each(['{}', 'no JSON', '"text"', '{"message":{}}'])('reads nothing from the payload %s', (payload) => {
  expect(originOf({ payload })).toBeNull()
})
