import { expect, test } from 'vitest'
import { QueueWaits } from './queue-waits.ts'

const DELIVERY = JSON.stringify({ organizationId: 'o', webhookId: 'w', deliveryId: 'd' })
const TURN = JSON.stringify({ kind: 'turn', organizationId: 'o', conversationId: 'c', messageId: 'm' })

const sent = (MessageBody: string) => ({
  by: 'function' as const,
  action: 'SendMessageBatch',
  request: `/ ${JSON.stringify({ Entries: [{ Id: '0', MessageBody }] })}`,
})
const received = (body: string) => ({
  by: 'mapping' as const,
  action: 'ReceiveMessage',
  request: JSON.stringify({ Records: [{ receiptHandle: 'r', body }] }),
})
const deleted = (body: string) => ({ ...received(body), action: 'DeleteMessageBatch' })

test('measures from the first send to the last receive', () => {
  let now = 0
  const waits = new QueueWaits(() => now)
  for (const [at, call] of [
    [100, sent(DELIVERY)],
    [150, sent(DELIVERY)],
    [400, received(DELIVERY)],
    [500, sent(TURN)],
    [600, received(TURN)],
    [900, received(TURN)],
    [2000, deleted(TURN)],
  ] as const) {
    now = at
    waits.add(call)
  }
  expect(waits.take('d')).toBe(300)
  expect(waits.take('c')).toBe(400)
})

test('forgets what was taken, and does not know the rest', () => {
  const waits = new QueueWaits(() => 0)
  waits.add(sent(TURN))
  waits.add(received(TURN))
  expect(waits.take('c')).toBe(0)
  expect(waits.take('c')).toBeUndefined()
})

test('counts what no worker has received until now', () => {
  let now = 0
  const waits = new QueueWaits(() => now)
  waits.add(sent(DELIVERY))
  now = 60_000
  expect(waits.take('d')).toBe(60_000)
})
