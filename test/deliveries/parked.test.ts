// @module-tag full
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DAY_MILLISECONDS, dateOf } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { chats, pageOf } from '../support/chats.ts'
import { freshCustomer, startTestService } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'

let service: Service
const lines: string[] = []
beforeAll(async () => {
  service = await startTestService({ log: ({ line }) => lines.push(line) })
})
afterAll(() => service?.stop())

const { api, postChange } = chats(() => service)
const seconds = () => String(Math.floor(Date.now() / 1000))

/** Returns JSON with this many nested levels. */
function nested(levels: number): unknown {
  let value: unknown = 'the bottom'
  for (let level = 0; level < levels; level++) value = { next: value }
  return value
}

/** Returns the parked items of a message, from the table or the bucket. */
async function parkedOf(id: string): Promise<{ reason: unknown; message: unknown }[]> {
  const s3 = clientOf(S3Client, service.cloud)
  const Bucket = outputOf(service.cloud, 'BucketName')
  // A day may have ended since.
  const days = [0, DAY_MILLISECONDS].map((age) => dateOf(Date.now() - age))
  const items = await Promise.all(days.map((day) => storedItems(service.cloud).partition(`parked#${day}`)))
  const parked = items.flat().map(async ({ reason, raw, object }) => {
    const stored = object
      ? await (await s3.send(new GetObjectCommand({ Bucket, Key: String(object) }))).Body?.transformToString()
      : String(raw)
    return { reason, message: JSON.parse(stored ?? '').message }
  })
  return (await Promise.all(parked)).filter(({ message }) => message?.id === id)
}

test.each([
  ['nested 40 levels deep', 'refused by the table', { type: 'order', order: nested(40) }],
  ['of 500 KB', 'too large', { type: 'text', text: { body: 'x'.repeat(500 * 1024) } }],
  ['of 500 KB and nested 40 levels deep', 'too large', { type: 'order', order: [nested(40), 'x'.repeat(500 * 1024)] }],
  ['with a number that no table holds', 'refused by the table', { type: 'order', order: { price: 1e300 } }],
])('a message %s is parked unchanged and once, and other messages are processed', async (_, reason, content) => {
  const [from, other] = [freshCustomer(), freshCustomer()]
  const message = { from, id: `wamid.${from}`, timestamp: seconds(), ...content }
  const fine = { from: other, id: `wamid.${other}`, timestamp: seconds(), type: 'text', text: { body: 'Hello' } }
  for (let time = 0; time < 2; time++) expect(await postChange('messages', { messages: [message, fine] })).toBe(200)
  expect(await parkedOf(message.id)).toEqual([{ reason, message }])
  const { results } = pageOf(await api('GET', `/conversations/?contact=${other}`))
  expect(results).toMatchObject([{ lastMessage: 'Hello' }])
  expect(
    lines.filter((line) => line.includes('"MessagesParked":1') && line.includes(`"reason":"${reason}"`)),
  ).not.toEqual([])
})

test('a status that the table rejects is parked too', async () => {
  const status = { id: `wamid.${'x'.repeat(3000)}`, status: 'delivered', timestamp: seconds() }
  const before = lines.length
  expect(await postChange('messages', { statuses: [status] })).toBe(200)
  const parked = () => lines.slice(before).filter((line) => line.includes('"message.parked"'))
  await vi.waitFor(() => expect(parked()).toEqual([expect.stringContaining('refused by the table')]), 30_000)
})
