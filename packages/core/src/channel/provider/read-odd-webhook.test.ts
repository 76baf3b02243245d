import { describe, expect, test } from 'vitest'
import { changed, isBranch, ODD, pathsOf } from '../../../../../test/support/odd-json.ts'
import { SAMPLES } from '../../../../../test/support/webhook-samples.ts'
import type { ChannelEvent } from '../port.ts'
import { readWebhook } from './read-webhook.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MARK = 'mark-7f3a'

const read = (field: string, value: unknown) =>
  readWebhook({ entry: [{ id: 'w', time: 1_795_167_600, changes: [{ field, value }] }] }, NOW)

/** What is kept of an event: notices and what is parked are kept whole. */
function keptOf(event: ChannelEvent): unknown {
  if (event.kind === 'ignored') return undefined
  if (event.kind === 'unreadable' || event.kind === 'notice' || event.kind === 'group') return event.raw
  const { raw: _, ...kept } = event
  return kept
}

describe.each(Object.entries(SAMPLES))('%s', (_, { field, value, drops = [] }) => {
  test('is an event, whatever a part of it is', () => {
    for (const path of pathsOf(value))
      for (const [name, change] of ODD) {
        const events = read(field, changed(value, path, change))
        const place = `${path.join('.')} is ${name}`
        expect(events.length, place).toBeGreaterThan(0)
        expect(() => JSON.stringify(events), place).not.toThrow()
        for (const time of timesOf(events)) expect(() => new Date(time).toISOString(), place).not.toThrow()
      }
  })

  test('keeps every added part', () => {
    const lost = pathsOf(value).flatMap((path) => {
      if (path.some((name) => drops.includes(String(name)))) return []
      const added = changed(value, path, (part) =>
        Array.isArray(part) ? [...part, { news: MARK }] : isBranch(part) ? { ...part, news: { text: MARK } } : part,
      )
      if (!JSON.stringify(added).includes(MARK)) return []
      return JSON.stringify(read(field, added).map(keptOf)).includes(MARK) ? [] : [path.join('.')]
    })
    expect(lost).toEqual([])
  })
})

function timesOf(value: unknown): number[] {
  if (!isBranch(value)) return []
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'number' && ['at', 'sentAt', 'until'].includes(name) ? [part] : timesOf(part),
  )
}

const onlyMessage = (type: string, content: object) => {
  const item = { id: 'wamid.1', timestamp: '1795167600', from: '447700900200', type, ...content }
  const [event] = read('messages', { metadata: { phone_number_id: '1' }, messages: [item] })
  return event?.kind === 'message' ? event.message : undefined
}

test.each([
  ['text', { text: 'Hi' }, { text: 'Hi', details: undefined }],
  ['text', { text: { body: 42 } }, { text: '', details: { text: { body: 42 } } }],
  ['text', { text: { body: 'Hi' }, image: { id: 'm' } }, { details: { image: { id: 'm' } } }],
  ['', { text: { body: 'Hi' } }, { type: 'unknown' }],
  ['constructor', {}, { type: 'constructor', detail: undefined }],
  ['image', { image: { caption: 'This', mime_type: 'image/jpeg' } }, { text: 'This', media: [] }],
  ['image', { image: 'm' }, { media: [], detail: 'm' }],
  ['image', { image: { id: 7, mime_type: 'image/png' } }, { media: [{ id: '7', mimeType: 'image/png' }] }],
  ['ptv', { ptv: { id: 'm', mime_type: 'video/mp4' } }, { media: [{ id: 'm', mimeType: 'video/mp4' }] }],
  [
    'interactive',
    { interactive: { type: 'list_reply', list_reply: { id: 7, title: 'A' }, answered_in: 's' } },
    { quickReplyId: '7', details: { interactive: { answered_in: 's' } } },
  ],
  ['text', { text: { body: 'Hi' }, referral: 'ad' }, { details: { referral: 'ad' } }],
])('a message of the type %j with %j', (type, content, expected) => {
  expect(onlyMessage(type, content)).toMatchObject(expected)
})

test.each([
  ['a reinstatement as a text', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, { ban: [] }],
  [
    'a state of a ban that is unknown',
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['LIMITED'] } },
    { ban: [{ code: 'LIMITED', state: 'restricted' }] },
  ],
  [
    'a restriction without its kind',
    { event: 'ACCOUNT_RESTRICTION' },
    { restriction: [{ code: 'ACCOUNT_RESTRICTION' }] },
  ],
  [
    'one readable restriction of two',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [null, { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' }],
    },
    { restriction: [{ code: 'ACCOUNT_RESTRICTION' }, { code: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' }] },
  ],
  [
    'a restriction with an inherited name and an end beyond all dates',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'constructor', expiration: 1e20 }] },
    { restriction: [{ code: 'constructor', forbids: 'nothing', until: undefined }] },
  ],
  [
    'a restriction whose end is in milliseconds',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'X', expiration: 1_800_000_000_000 }] },
    { restriction: [{ until: 1_800_000_000_000 }] },
  ],
])('%s', (_, value, topics) => {
  expect(read('account_update', value)).toMatchObject([{ kind: 'notice', notice: { topics } }])
})

test.each([
  ['account_update', { event: 'constructor' }],
  ['account_update', { event: 'toString' }],
  ['phone_number_quality_update', { event: 'SOMETHING_NEW' }],
])('an unknown word of %s is parked: %j', (field, value) => {
  expect(read(field, value)).toMatchObject([{ kind: 'unreadable' }])
})

test('a name that is not decided is no refusal', () => {
  const [event] = read('phone_number_name_update', { decision: 'PENDING', requested_verified_name: 'Shop' })
  expect(JSON.stringify(event)).toContain('has not decided')
})

test.each([
  ['a list', { errors: [{ code: 131042, title: 'Pay' }] }],
  ['one error', { errors: { code: 131042, title: 'Pay' } }],
  ['one under another name', { error: { code: '131042', title: 'Pay' } }],
  ['one beside an empty list', { errors: [], error: { code: 131042, title: 'Pay' } }],
])('the errors of a failed message are heard as %s', (_, beside) => {
  const statuses = [{ id: 'a', status: 'failed', timestamp: '1', ...beside }]
  const [event] = read('messages', { metadata: { phone_number_id: '1' }, statuses })
  const error = event?.kind === 'status' ? event.status.error : undefined
  expect(error).toMatchObject({ providerCode: 131042, numberProblem: { topic: 'payment' } })
})

test.each([{ errors: null }, { errors: [null] }, { errors: 'No' }, { errors: 7, error: null }, {}])(
  'a failed message without a reason that can be read is still failed: %j',
  (beside) => {
    const statuses = [{ id: 'a', status: 'failed', timestamp: '1', ...beside }]
    const [event] = read('messages', { metadata: { phone_number_id: '1' }, statuses })
    expect(event).toMatchObject({ kind: 'status', status: { status: 'failed' } })
  },
)

test('of several errors of a status, the one that concerns the number is told; one without a code has its text', () => {
  const status = (...errors: unknown[]) =>
    read('messages', { metadata: { phone_number_id: '1' }, statuses: [{ id: 'a', status: 'failed', errors }] })[0]
  expect(status(null, { code: 131026 }, { code: '131042' })).toMatchObject({
    status: { error: { providerCode: 131042 } },
  })
  expect(status({ title: 'Lost' })).toMatchObject({
    status: { error: { providerCode: null, message: expect.stringContaining('Lost') } },
  })
  expect(status({})).toMatchObject({ status: { error: undefined } })
})

test('a customer who stops marketing is heard, even without a time', () => {
  const choice = { wa_id: '447700900200', category: 'marketing_messages', value: 'stop', timestamp: 'soon' }
  const [event] = read('user_preferences', { metadata: { phone_number_id: '1' }, user_preferences: [choice] })
  expect(event).toMatchObject({ kind: 'preference', preference: { optedOut: true, at: 1_795_167_600_000 } })
})

test('a call beside an error and the states of other calls loses neither', () => {
  const events = read('calls', {
    metadata: { phone_number_id: '1' },
    calls: [{ id: 'c', from: '447700900200', event: 'connect', timestamp: '1795167600', cta_payload: 'menu' }],
    statuses: [{ id: 'd', type: 'call', status: 'RINGING' }],
    errors: [{ code: 138000 }],
  })
  expect(events).toMatchObject([
    { kind: 'message', message: { details: { call: { cta_payload: 'menu' } } } },
    { kind: 'notice', notice: { code: '138000' } },
    { kind: 'unreadable' },
  ])
})
