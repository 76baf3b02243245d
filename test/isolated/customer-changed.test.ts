import { Envelope } from '@replywright/contract/envelope.ts'
import { NumberEntity, NumberOwnershipEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import type { InboundMessage } from '@replywright/core/channel/port.ts'
import { mergeByHand } from '@replywright/core/conversations/customers/merge-by-hand.ts'
import { undoMerge } from '@replywright/core/conversations/customers/undo-merge.ts'
import { handleInbound } from '@replywright/core/conversations/messages/handle-inbound.ts'
import { DeliveryEntity } from '@replywright/core/deliveries/delivery-entity.ts'
import { getPayload } from '@replywright/core/deliveries/new-delivery.ts'
import { WebhookEntity } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryTable } from '../support/memory-table.ts'

const [OLD, NEW] = ['447700900200', '447700900999']
const SECOND = 1000
const START = 1_795_167_600_000
const NOW = START + 500 * SECOND
const NUMBER = {
  organizationId: 'o',
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
} as const

type Names = Partial<Pick<InboundMessage, 'contactNumber' | 'contactUserId' | 'contactUsername'>>

const table = memoryTable()
beforeEach(async () => {
  table.clear()
  vi.stubEnv('ERASURE_PAUSE_SECONDS', '0')
  await NumberEntity.put(NUMBER).go()
  await NumberOwnershipEntity.put(NUMBER).go()
})
afterAll(() => table.restore())

async function addWebhook(id: string, events: Envelope['event'][], numbers?: string[]): Promise<void> {
  const on = numbers ? { phoneNumberIds: numbers } : { allNumbers: true }
  await WebhookEntity.put({
    ...{ organizationId: 'o', id, userId: 'u', name: id, url: '', secret: '', createdAt: 0 },
    ...{ enabled: true, events, ...on },
  }).go()
}

let count = 0
const inbound = (names: Names, sentAt: number, more: Partial<InboundMessage> = {}): InboundMessage => ({
  phoneNumberId: NUMBER.phoneNumberId,
  waId: `m${++count}`,
  sentAt,
  contactNumber: names.contactNumber,
  contactUserId: names.contactUserId,
  contactUsername: names.contactUsername,
  contactName: 'Alex',
  type: 'text',
  text: 'Hello',
  media: [],
  quickReplyId: undefined,
  referral: undefined,
  detail: undefined,
  fromCustomer: true,
  opensWindow: true,
  ...more,
})
const write = (names: Names, second: number, more: Partial<InboundMessage> = {}) =>
  handleInbound(inbound(names, START + second * SECOND, more), NOW)
const notice = (before: Names, after: Names, second: number) =>
  inbound(before, START + second * SECOND, {
    type: 'system',
    change: { before, after },
    fromCustomer: false,
    opensWindow: false,
  })

async function told(webhookId: string) {
  const items = table.all().filter(({ _e }) => _e === 'delivery')
  const deliveries = items.flatMap((item) => DeliveryEntity.parse({ Item: item }).data ?? [])
  const own = deliveries.filter((one) => one.webhookId === webhookId && one.event === 'customer.changed')
  const payloads = await Promise.all(own.map(getPayload))
  return payloads.map((payload) => {
    const event = v.parse(v.pipe(v.string(), v.parseJson(), Envelope), payload)
    if (event.event !== 'customer.changed') throw new Error(event.event)
    return event
  })
}
const values = ({ names }: { readonly names: readonly { readonly value: string }[] }) => names.map(({ value }) => value)

test('a webhook that selects the event is told once that a customer has another number, others are not', async () => {
  await addWebhook('selects', ['customer.changed'])
  await addWebhook('other-number', ['customer.changed'], ['2'])
  await addWebhook('usual', ['message.received'])
  const first = await write({ contactNumber: OLD }, 1)
  expect(await told('selects')).toEqual([])
  const change = notice({ contactNumber: OLD }, { contactNumber: NEW }, 2)
  for (let n = 0; n < 3; n++) await handleInbound(change, NOW + n)
  await write({ contactNumber: NEW }, 3)
  const events = await told('selects')
  expect(events).toMatchObject([
    {
      phoneNumber: '+447700900100',
      from: `+${NEW}`,
      message: null,
      conversationId: first?.conversationId,
      why: 'notice',
      merged: [],
      before: { names: [{ kind: 'phone', value: OLD, until: null, evidence: 'message', endedBy: null }] },
      after: { names: [{ kind: 'phone', value: NEW, until: null, evidence: 'notice' }] },
    },
  ])
  expect(events[0]?.before.id).toBe(events[0]?.after.id)
  expect(await told('other-number')).toEqual([])
  expect(await told('usual')).toEqual([])
})

test.each([
  ['a user id', { contactNumber: OLD, contactUserId: 'GB.1' }, [OLD, 'GB.1'], 'message', {}],
  ['a username', { contactNumber: OLD, contactUsername: 'alex' }, [OLD, 'alex'], 'message', {}],
])('a name that a message adds is told: %s', async (_, names, after, why, more) => {
  await addWebhook('w', ['customer.changed'])
  await write({ contactNumber: OLD }, 1)
  await write(names, 2, more)
  const events = await told('w')
  expect(events).toMatchObject([{ why }])
  expect(events.map((event) => [values(event.before), values(event.after)])).toEqual([[[OLD], after]])
})

test('who loses a number to its next owner is told as changed, the next owner as new is not', async () => {
  await addWebhook('w', ['customer.changed'])
  await write({ contactNumber: OLD, contactUserId: 'GB.1' }, 1)
  await write({ contactNumber: OLD, contactUserId: 'GB.2' }, 2)
  const events = await told('w')
  expect(events.map((event) => [values(event.before), values(event.after)])).toEqual([[['GB.1', OLD], ['GB.1']]])
})

test('two customers who are one are told as one event with the names of both', async () => {
  await addWebhook('w', ['customer.changed'])
  await write({ contactUserId: 'GB.1' }, 1)
  await write({ contactNumber: OLD }, 2)
  await write({ contactNumber: OLD, contactUserId: 'GB.1' }, 3, { sharesNumber: true })
  const events = await told('w')
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event?.why).toBe('shared_contact')
  expect(event?.merged.map(values)).toEqual([[OLD]])
  expect(event && values(event.after).toSorted()).toEqual([OLD, 'GB.1'])
})

test('fifty webhooks are told of two customers at once', async () => {
  const ids = Array.from({ length: 50 }, (_, n) => `w${n}`)
  for (const id of ids) await addWebhook(id, ['customer.changed'])
  await write({ contactNumber: OLD, contactUserId: 'GB.1' }, 1)
  await write({ contactUserId: 'GB.2' }, 2)
  await write({ contactNumber: OLD, contactUserId: 'GB.2' }, 3)
  const lists = await Promise.all(ids.map(told))
  expect(lists.map(({ length }) => length)).toEqual(ids.map(() => 2))
})

test('a merge by hand and its undo are told', async () => {
  await addWebhook('w', ['customer.changed'])
  await write({ contactNumber: OLD }, 1)
  await write({ contactNumber: NEW }, 2)
  const customers = table.all().filter(({ _e }) => _e === 'customer')
  const [first, second] = customers.map(({ id }) => String(id))
  if (!first || !second) throw new Error('there are no two customers')
  await mergeByHand('o', first, second, NOW)
  await undoMerge('o', first, second, NOW + SECOND)
  const events = (await told('w')).toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
  expect(events).toMatchObject([
    { why: 'person', after: { id: first }, merged: [{ id: second, names: [{ value: NEW }] }], separated: [] },
    { why: 'person', after: { id: first }, merged: [], separated: [{ id: second, names: [{ value: NEW }] }] },
  ])
  expect(events.map(({ before, after }) => [values(before), values(after)])).toEqual([
    [[OLD], [OLD, NEW]],
    [[OLD, NEW], [OLD]],
  ])
})
