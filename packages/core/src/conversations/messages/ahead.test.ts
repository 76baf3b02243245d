import { afterAll, expect, test } from 'vitest'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { NumberEntity, NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { handleWebhook } from './handle-webhook.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const table = memoryTable()
afterAll(() => table.restore())

test('messages with a time ahead of ours are stored once each', async () => {
  const number = { organizationId: 'o', id: 'n', phoneNumberId: '1', number: '447700900100', sandbox: false } as const
  await NumberEntity.put({ ...number, connectedAt: 0 }).go()
  await NumberOwnershipEntity.put(number).go()
  const messages = ['a', 'b', 'c'].map((id, index) => ({
    id,
    from: '447700900200',
    timestamp: String(NOW / 1000 + 600 + index),
    type: 'text',
    text: { body: id },
  }))
  const value = { metadata: { phone_number_id: '1' }, messages }
  const events = readWebhook({ entry: [{ id: 'w', changes: [{ field: 'messages', value }] }] })
  for (let time = 0; time < 2; time++)
    expect(await handleWebhook('provider', events, () => NOW + time * 5000)).toBe(true)
  expect(table.all().filter((item) => item._e === 'message')).toHaveLength(3)
})
