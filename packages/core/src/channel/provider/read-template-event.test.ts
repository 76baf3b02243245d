import { expect, test } from 'vitest'
import { readWebhook } from './read-webhook.ts'

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
