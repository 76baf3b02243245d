import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProviderJson, readWebhook } from './read-webhook.ts'

const METADATA = { display_phone_number: '447700900100', phone_number_id: '106540352242922' }
const CONTACT = { profile: { name: 'Alex Doe' }, wa_id: '447700900200', user_id: 'GB.1349' }

function webhook(...messages: unknown[]) {
  const value = { messaging_product: 'whatsapp', metadata: METADATA, contacts: [CONTACT], messages }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
}
function message(content: Record<string, unknown>) {
  return { from: '447700900200', id: 'wamid.1', timestamp: '1795167600', ...content }
}
function only(content: Record<string, unknown>) {
  const events = readWebhook(webhook(message(content)))
  expect(events).toHaveLength(1)
  const [event] = events
  if (event?.kind !== 'message') throw new Error(`read as ${event?.kind}`)
  return event.message
}

test('reads a text message', () => {
  expect(only({ type: 'text', text: { body: 'Hello' } })).toMatchObject({
    phoneNumberId: '106540352242922',
    waId: 'wamid.1',
    sentAt: 1_795_167_600_000,
    contactNumber: '447700900200',
    contactUserId: 'GB.1349',
    contactName: 'Alex Doe',
    text: 'Hello',
    opensWindow: true,
  })
})

test.each([
  [
    'image',
    { image: { id: 'M1', mime_type: 'image/jpeg', caption: 'this one' } },
    'this one',
    [{ id: 'M1', mimeType: 'image/jpeg' }],
  ],
  [
    'document',
    { document: { id: 'M2', mime_type: 'application/pdf', filename: 'invoice.pdf' } },
    '',
    [{ id: 'M2', mimeType: 'application/pdf', filename: 'invoice.pdf' }],
  ],
  [
    'audio',
    { audio: { id: 'M3', mime_type: 'audio/ogg; codecs=opus', voice: true } },
    '',
    [{ id: 'M3', mimeType: 'audio/ogg; codecs=opus' }],
  ],
  ['sticker', { sticker: { id: 'M4', mime_type: 'image/webp' } }, '', [{ id: 'M4', mimeType: 'image/webp' }]],
])('reads the media and caption of %s', (type, content, text, media) => {
  expect(only({ type, ...content })).toMatchObject({ type, text, media })
})

test.each([
  ['button', { button: { payload: 'CONFIRM', text: 'Confirm' } }, 'Confirm', 'CONFIRM'],
  [
    'interactive',
    { interactive: { type: 'button_reply', button_reply: { id: 'track', title: 'Track it' } } },
    'Track it',
    'track',
  ],
  [
    'interactive',
    { interactive: { type: 'list_reply', list_reply: { id: 'row_2', title: 'Returns' } } },
    'Returns',
    'row_2',
  ],
])('reads the title and id of a tap (%s)', (type, content, text, quickReplyId) => {
  expect(only({ type, ...content })).toMatchObject({ text, quickReplyId })
})

test.each([
  ['location', { location: { latitude: 51.5, longitude: -0.1 } }],
  ['contacts', { contacts: [{ name: { formatted_name: 'Sam' } }] }],
  ['order', { order: { catalog_id: '3', product_items: [] } }],
  ['unsupported', { unsupported: { type: 'poll' }, errors: [{ code: 131051 }] }],
  ['something_new', { something_new: { a: 1 } }],
])('preserves the content of %s', (type, content) => {
  const read = only({ type, ...content })
  expect(read).toMatchObject({ type, text: '', opensWindow: true, fromCustomer: true })
  expect(read.detail).toEqual(Object.values(content)[0])
})

test('does not treat the message of a group as one of a private conversation', () => {
  const events = readWebhook(webhook(message({ type: 'text', text: { body: 'Hi all' }, group_id: 'group-1' })))
  expect(events).toEqual([
    {
      kind: 'group',
      phoneNumberId: METADATA.phone_number_id,
      groupId: 'group-1',
      raw: { metadata: METADATA, contacts: [CONTACT], message: expect.objectContaining({ group_id: 'group-1' }) },
    },
  ])
})

test('preserves an interactive object that is no tap', () => {
  const interactive = { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } }
  const read = only({ type: 'interactive', interactive })
  expect(read).toMatchObject({ text: '', quickReplyId: undefined })
  expect(read.detail).toEqual(interactive)
})

test('finds the contact of a message by the user id if its number differs', () => {
  const read = only({ from: '5511987654321', from_user_id: CONTACT.user_id, type: 'text', text: { body: 'Hi' } })
  expect(read).toMatchObject({ contactNumber: '5511987654321', contactName: 'Alex Doe' })
})

const FORMER = { contactNumber: CONTACT.wa_id, contactUserId: CONTACT.user_id }
test.each([
  [
    { type: 'user_changed_number', wa_id: '447700900999', user_id: 'GB.9' },
    { before: FORMER, after: { contactNumber: '447700900999', contactUserId: 'GB.9' } },
  ],
  [
    { type: 'customer_changed_number', wa_id: '447700900999' },
    { before: FORMER, after: { contactNumber: '447700900999' } },
  ],
  [
    { type: 'customer_changed_number', new_wa_id: '447700900999', customer: CONTACT.wa_id },
    { before: FORMER, after: { contactNumber: '447700900999' } },
  ],
  [
    { type: 'user_changed_number', wa_id: 'GB.9', previous_user_id: 'GB.7' },
    { before: { ...FORMER, contactUserId: 'GB.7' }, after: { contactUserId: 'GB.9' } },
  ],
  // The number stays.
  [
    { type: 'user_changed_user_id', user_id: 'GB.9' },
    { before: FORMER, after: { contactNumber: CONTACT.wa_id, contactUserId: 'GB.9' } },
  ],
  [{ type: 'customer_identity_changed', wa_id: '447700900999' }, undefined],
])('reads the new names in the notice %j', (system, change) => {
  expect(only({ type: 'system', system }).change).toEqual(change && expect.objectContaining(change))
})

test.each(['reaction', 'edit', 'revoke'])('%s does not open the window', (type) => {
  expect(only({ type, [type]: { message_id: 'wamid.0' } })).toMatchObject({ opensWindow: false, fromCustomer: true })
})

test('does not treat a provider notice as a customer message', () => {
  expect(only({ type: 'system', system: { type: 'customer_identity_changed' } })).toMatchObject({ fromCustomer: false })
})

test('reads an interactive message without its object', () => {
  expect(only({ type: 'interactive' })).toMatchObject({ type: 'interactive', text: '' })
})

test('identifies a customer without a phone number by user id', () => {
  const value = {
    metadata: METADATA,
    contacts: [{ user_id: 'GB.9', profile: { username: 'a' } }],
    messages: [{ id: 'w', timestamp: 1, from_user_id: 'GB.9', type: 'text', text: { body: 'x' } }],
  }
  expect(readWebhook({ entry: [{ changes: [{ field: 'messages', value }] }] })).toMatchObject([
    { kind: 'message', message: { contactNumber: undefined, contactUserId: 'GB.9', contactName: undefined } },
  ])
})

test('reads every entry, change, message and status in order', () => {
  const value = (id: string) => ({
    metadata: METADATA,
    messages: [message({ id: `${id}a`, type: 'text' }), message({ id: `${id}b`, type: 'text' })],
    statuses: [{ id: `${id}s`, status: 'read', timestamp: '1' }],
  })
  const entry = (id: string) => ({
    changes: [
      { field: 'messages', value: value(`${id}1`) },
      { field: 'account_update', value: {} },
      { field: 'messages', value: value(`${id}2`) },
    ],
  })
  const ids = readWebhook({ entry: [entry('x'), entry('y')] }).map((event) => {
    if (event.kind === 'message') return event.message.waId
    return event.kind === 'status' ? event.status.waId : event.kind
  })
  expect(ids).toEqual([
    'x1a',
    'x1b',
    'x1s',
    'unreadable',
    'x2a',
    'x2b',
    'x2s',
    'y1a',
    'y1b',
    'y1s',
    'unreadable',
    'y2a',
    'y2b',
    'y2s',
  ])
})

test('reads each choice about marketing alone, of customers with a phone number or a user id', () => {
  const choice = { category: 'marketing_messages', value: 'stop', timestamp: '7' }
  const user_preferences = [
    { ...choice, wa_id: '447700900200' },
    { ...choice, user_id: 'GB.9', value: 'resume' },
    { ...choice, wa_id: '447700900200', value: 'signup' },
    choice,
    'nonsense',
    { ...choice, wa_id: '447700900200', value: 'snooze' },
  ]
  const value = { metadata: METADATA, user_preferences }
  const raw = (index: number) => ({ metadata: METADATA, user_preference: user_preferences[index] })
  const read = { phoneNumberId: METADATA.phone_number_id, at: 7000 }
  expect(readWebhook({ entry: [{ changes: [{ field: 'user_preferences', value }] }] })).toEqual([
    { kind: 'preference', preference: { ...read, contactNumber: '447700900200', optedOut: true }, raw: raw(0) },
    { kind: 'preference', preference: { ...read, contactUserId: 'GB.9', optedOut: false }, raw: raw(1) },
    { kind: 'preference', preference: { ...read, contactNumber: '447700900200', optedOut: false }, raw: raw(2) },
    { kind: 'unreadable', reason: expect.any(String), raw: raw(3) },
    { kind: 'unreadable', reason: expect.any(String), raw: raw(4) },
    { kind: 'unreadable', reason: expect.any(String), raw: raw(5) },
  ])
})

test.each([
  ['sent', 'sent'],
  ['played', 'read'],
  ['failed', 'failed'],
  ['warning', undefined],
  ['constructor', undefined],
])('reads the status %s as %s', (word, status) => {
  const value = { metadata: METADATA, statuses: [{ id: 'w', status: word, timestamp: '7' }] }
  const [event] = readWebhook({ entry: [{ changes: [{ field: 'messages', value }] }] })
  const read = { kind: 'status', phoneNumberId: METADATA.phone_number_id, status: { waId: 'w', status, at: 7000 } }
  const raw = { metadata: METADATA, status: { id: 'w', status: word, timestamp: '7' } }
  expect(event).toMatchObject(status ? read : { kind: 'unreadable', raw })
})

test('returns a message without id, time or sender as unreadable and reads the rest', () => {
  const events = readWebhook(webhook({ type: 'text' }, 'nonsense', message({ type: 'text' })))
  expect(events.map(({ kind }) => kind)).toEqual(['unreadable', 'unreadable', 'message'])
})

test('does not throw for any JSON, and returns an event for any message', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, item) => {
      readWebhook(value)
      readWebhook({ entry: [{ changes: [{ field: 'messages', value }] }] })
      const content = { type: 'interactive', interactive: item, referral: item, text: item }
      expect(readWebhook(webhook(item, message(content)))).toHaveLength(2)
    }),
  )
})

test.each([
  ['{"message_template_id":18446744073709551615,"n":1}', { message_template_id: '18446744073709551615', n: 1 }],
  ['{"message_template_id" : 5}', { message_template_id: '5' }],
  ['{"message_template_id":"5"}', { message_template_id: '5' }],
  ['{"text":"\\"message_template_id\\":5"}', { text: '"message_template_id":5' }],
  ['{"text":"\\ud83d\\ude00 cut \\ud83d here"}', { text: '😀 cut \ufffd here' }],
  ['{"text":"message_template_id","id":5}', { text: 'message_template_id', id: 5 }],
])('%s', (body, parsed) => {
  expect(parseProviderJson(Buffer.from(body))).toEqual(parsed)
})

test('returns undefined for invalid JSON', () => {
  expect(parseProviderJson(Buffer.from(`{"entry":${'['.repeat(5000)}${']'.repeat(5000)}}`))).toBeUndefined()
  expect(parseProviderJson(Buffer.from('{"message_template_id":5'))).toBeUndefined()
})

function read(field: string, value: unknown, entry: object = { id: '215589313241560883', time: 1_795_167_800 }) {
  return readWebhook({
    object: 'whatsapp_business_account',
    entry: [{ ...entry, changes: [{ field, value }] }],
  })
}
const about = { providerTemplateId: '594425479261596', waId: '215589313241560883', at: 1_795_167_800 }

test('reads a new status with its reason', () => {
  const value = { event: 'REJECTED', message_template_id: 594425479261596, reason: 'INVALID_FORMAT' }
  const template = { ...about, change: { status: 'REJECTED', reason: 'INVALID_FORMAT' } }
  expect(read('message_template_status_update', value)).toMatchObject([{ kind: 'template', template }])
})

test('reads a new quality from an entry with its time as text or without a time', () => {
  const value = { new_quality_score: 'YELLOW', message_template_id: '594425479261596' }
  for (const [time, at] of [
    ['1795167800', 1_795_167_800],
    [undefined, undefined],
    ['soon', undefined],
  ])
    expect(read('message_template_quality_update', value, { id: about.waId, time })).toMatchObject([
      { kind: 'template', template: { ...about, at, change: { qualityScore: 'YELLOW' } } },
    ])
})

test.each([
  ['no template', { event: 'APPROVED' }],
  ['no change', { message_template_id: 1 }],
  ['no object', 'APPROVED'],
])('returns an event with %s as unreadable', (_, value) => {
  expect(read('message_template_status_update', value)).toMatchObject([{ kind: 'unreadable' }])
})

test('a message in standby is marked, and no agent of ours answers it', () => {
  const value = { metadata: METADATA, messages: [message({ type: 'text', text: { body: 'Hi' } })] }
  const [event] = readWebhook({ entry: [{ changes: [{ field: 'standby', value }] }] })
  expect(event).toMatchObject({
    kind: 'message',
    message: { text: 'Hi', details: { standby: true }, awaitsReply: false, opensWindow: true },
  })
})

test('an unknown field is kept whole', () => {
  const change = { field: 'a_new_field', value: { word: 'kept' } }
  expect(readWebhook({ entry: [{ changes: [change] }] })).toEqual([
    { kind: 'unreadable', reason: 'the unknown field a_new_field', raw: change },
  ])
})

test('the pricing of a status is read; older statuses say by their type whether they are billed', () => {
  const pricingOf = (pricing: unknown) => {
    const status = { id: 'w', status: 'delivered', timestamp: '1', pricing }
    const value = { metadata: METADATA, statuses: [status] }
    const [event] = readWebhook({ entry: [{ changes: [{ field: 'messages', value }] }] })
    return event?.kind === 'status' ? event.status.pricing : undefined
  }
  const word = { pricing_model: 'PMP', category: 'service' }
  const read = { model: 'PMP', category: 'service' }
  expect(pricingOf({ ...word, billable: true, type: 'regular' })).toEqual({ ...read, billable: true, type: 'regular' })
  const free = 'free_customer_service'
  expect(pricingOf({ ...word, type: free })).toEqual({ ...read, billable: false, type: free })
  expect(pricingOf({})).toEqual({ billable: true, model: '', category: '', type: '' })
  expect([pricingOf(undefined), pricingOf('nonsense')]).toEqual([undefined, undefined])
})
