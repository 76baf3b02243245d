import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectNumber, NUMBER } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { handleWebhook } from './handle-webhook.ts'
import { MessageEntity } from './message-entity.ts'
import { callbackData } from './message-ids.ts'
import { contentOf } from './message-view.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const REF = {
  conversationId: '11111111-1111-4111-8111-111111111111',
  messageId: '22222222-2222-4222-8222-222222222222',
}
const KEY = { organizationId: 'o', conversationId: REF.conversationId, id: REF.messageId }

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  await connectNumber()
  await MessageEntity.put({
    ...KEY,
    ...{ direction: 'outbound', role: 'human', type: 'interactive', text: 'Your order', waId: 'w', status: 'sent' },
    ...{ sessionId: 's', sentAt: NOW, takenAt: NOW, expiresAt: NOW / 1000 + 86_400 },
    details: { messageStatus: 'held_for_quality_assessment' },
  }).go()
})

const report = async (status: string, second: number, beside: object = {}) => {
  const item = {
    ...{ id: 'w', type: 'payment', status, timestamp: String(NOW / 1000 + second), recipient_id: '447700900200' },
    ...{ biz_opaque_callback_data: callbackData(REF), payment: { reference_id: 'A-1', currency: 'BRL' } },
    ...beside,
  }
  const value = { metadata: { display_phone_number: NUMBER.number, phone_number_id: '1' }, statuses: [item] }
  const events = readWebhook({ entry: [{ id: 'w', changes: [{ field: 'messages', value }] }] }, NOW)
  return await handleWebhook('provider', events, () => NOW)
}
const stored = async () => {
  const { data } = await MessageEntity.get(KEY).go()
  if (!data) throw new Error('the message does not exist')
  return { status: data.status, error: data.error, details: contentOf(data).details }
}
const parked = () => table.all().filter(({ _e }) => _e === 'parked')

test('a failed payment does not make a delivered message failed', async () => {
  await report('failed', 1)
  expect(await stored()).toEqual({
    status: 'sent',
    error: undefined,
    details: {
      messageStatus: 'held_for_quality_assessment',
      payment: { referenceId: 'A-1', currency: 'BRL', status: 'failed' },
    },
  })
})

test('the newest state of a payment is kept, also if an older one is late or repeated', async () => {
  await report('pending', 1)
  await report('captured', 3)
  await report('failed', 2, { errors: [{ code: 1, title: 'No' }] })
  await report('captured', 3)
  expect((await stored()).details).toMatchObject({ payment: { status: 'captured' } })
  expect(parked()).toEqual([])
})

test('a payment of an unknown message is parked with its content', async () => {
  expect(await report('captured', 1, { id: 'other', biz_opaque_callback_data: undefined })).toBe(true)
  expect(parked()).toHaveLength(1)
  expect(JSON.stringify(parked())).toContain('A-1')
})
