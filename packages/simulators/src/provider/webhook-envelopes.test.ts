import { expect, test } from 'vitest'
import { editMessage, systemMessage, textMessage, unsupportedMessage } from './inbound-messages.ts'
import { entry, envelope, errorsChange, messagesChange, messagesEnvelope, statusesChange } from './webhook-envelopes.ts'
import { hubSignature, providerJson } from './webhook-sender.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }
const cafe = { phoneNumberId: '106540352242923', displayPhoneNumber: '447700900101', wabaId: '215589313241560884' }
const head = { id: 'wamid.T1', timestamp: 1_795_167_600, from: '447700900200' }

const onTheWire = (value: unknown): unknown => JSON.parse(providerJson(value))

test('builds a text of a customer with name, phone and user id', () => {
  const message = textMessage({ ...head, fromUserId: 'GB.1349' }, 'Hello')
  const contact = { name: 'Alex Doe', username: 'alexdoe', waId: '447700900200', userId: 'GB.1349' }
  expect(onTheWire(messagesEnvelope(shop, [message], [contact]))).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '215589313241560883',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '447700900100', phone_number_id: '106540352242922' },
              contacts: [
                { profile: { name: 'Alex Doe', username: 'alexdoe' }, wa_id: '447700900200', user_id: 'GB.1349' },
              ],
              messages: [
                {
                  from: '447700900200',
                  from_user_id: 'GB.1349',
                  id: 'wamid.T1',
                  timestamp: '1795167600',
                  type: 'text',
                  text: { body: 'Hello' },
                },
              ],
            },
          },
        ],
      },
    ],
  })
})

test('builds one POST with several entries, changes, messages and statuses', () => {
  const batch = envelope(
    entry(shop.wabaId, [
      messagesChange(shop, [textMessage(head, '1'), textMessage({ ...head, id: 'wamid.T2' }, '2')], []),
      statusesChange(shop, [
        { id: 'wamid.O1', status: 'delivered', timestamp: 1, recipientId: '447700900200', callbackData: 'mine' },
        { id: 'wamid.O2', status: 'failed', timestamp: 2, error: { code: 131047, title: 'T', details: 'D' } },
      ]),
    ]),
    entry(cafe.wabaId, [errorsChange(cafe, [{ code: 131000, title: 'T', details: 'D' }])], 1_795_168_000),
  )
  expect(onTheWire(batch)).toMatchObject({
    entry: [
      {
        changes: [
          { value: { messages: [{ id: 'wamid.T1' }, { id: 'wamid.T2' }] } },
          {
            value: {
              statuses: [
                { id: 'wamid.O1', status: 'delivered', timestamp: '1', biz_opaque_callback_data: 'mine' },
                { id: 'wamid.O2', errors: [{ code: 131047, message: 'T', error_data: { details: 'D' } }] },
              ],
            },
          },
        ],
      },
      { id: cafe.wabaId, time: 1_795_168_000, changes: [{ value: { errors: [{ code: 131000 }] } }] },
    ],
  })
})

test('omits the key without contacts, and from and wa_id for a hidden phone', () => {
  const system = providerJson(messagesEnvelope(shop, [systemMessage(head, { type: 'user_changed_number' })], []))
  expect(system).not.toContain('contacts')
  const hidden = textMessage({ ...head, from: undefined, fromUserId: 'GB.1' }, 'x')
  const phoneless = providerJson(messagesEnvelope(shop, [hidden], [{ name: 'A', userId: 'GB.1' }]))
  expect(phoneless).not.toMatch(/"from"|wa_id/)
})

test('builds edits with the new text, and unsupported messages with an error', () => {
  expect(onTheWire(editMessage(head, 'wamid.T0', 'better'))).toMatchObject({
    type: 'edit',
    edit: { original_message_id: 'wamid.T0', message: { type: 'text', text: { body: 'better' } } },
  })
  expect(onTheWire(unsupportedMessage(head, 'poll'))).toMatchObject({
    type: 'unsupported',
    unsupported: { type: 'poll' },
    errors: [{ code: 131051 }],
  })
})

test('escapes everything outside ASCII, and signs exactly these bytes', () => {
  const body = providerJson({ a: 'héllo 👋' })
  expect(body).toBe('{"a":"h\\u00e9llo \\ud83d\\udc4b"}')
  // printf '%s' '{"a":"h\u00e9llo \ud83d\udc4b"}' | openssl dgst -sha256 -hmac app-secret
  expect(hubSignature(body, 'app-secret')).toBe(
    'sha256=a5a3eb5fee8c6222fa23b3d6ad54c6544f8f02706c1e55248bf91b612b1a27e9',
  )
})
