import * as v from 'valibot'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectNumber, NUMBER, subscribeTo } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { getPayload } from '../../deliveries/new-delivery.ts'
import { handleWebhook } from './handle-webhook.ts'
import { MessageEntity } from './message-entity.ts'
import { deliveriesOf } from './message-ids.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  await connectNumber()
  await subscribeTo('call.missed')
})

const terminate = (status: string) =>
  handleWebhook(
    'provider',
    readWebhook(
      {
        entry: [
          {
            id: 'w',
            changes: [
              {
                field: 'calls',
                value: {
                  metadata: { display_phone_number: NUMBER.number, phone_number_id: '1' },
                  calls: [
                    {
                      ...{ id: 'c1', event: 'terminate', status, direction: 'USER_INITIATED' },
                      ...{ from: '447700900200', timestamp: String(NOW / 1000) },
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
      NOW,
    ),
    () => NOW,
  )

const deliveries = () =>
  table
    .all()
    .filter(({ _e }) => _e === 'delivery')
    .flatMap((item) => DeliveryEntity.parse({ Item: item }).data ?? [])

test('a missed call is one event, which its message names, so that an erasure and a trace find it', async () => {
  await terminate('FAILED')
  await terminate('FAILED')
  const [delivery, ...others] = deliveries()
  expect(others).toEqual([])
  expect(delivery).toMatchObject({ webhookId: 'subscriber', event: 'call.missed' })
  const stored = table.all().find(({ _e }) => _e === 'message')
  const message = MessageEntity.parse({ Item: stored }).data
  if (!delivery || !message) throw new Error('nothing was stored')
  expect(deliveriesOf(message)).toEqual([{ webhookId: 'subscriber', id: delivery.id }])
  const payload = v.parse(v.pipe(v.string(), v.parseJson()), await getPayload(delivery))
  expect(payload).toMatchObject({ event: 'call.missed', message: { id: message.id, type: 'call' } })
})

test('a call that was answered is no such event', async () => {
  await terminate('COMPLETED')
  expect(deliveries()).toEqual([])
})
