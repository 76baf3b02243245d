// @module-tag full

import { NumberEntity, NumberOwnershipEntity } from '@replywright/core/channel/numbers/number-entity.ts'
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { ConversationEventEntity } from '@replywright/core/conversations/conversation-event-entity.ts'
import { finishMerge } from '@replywright/core/conversations/customers/finish-merge.ts'
import { mergeByHand } from '@replywright/core/conversations/customers/merge-by-hand.ts'
import type { Names } from '@replywright/core/conversations/customers/names.ts'
import { changeNames, findByContact } from '@replywright/core/conversations/customers/resolve.ts'
import { completeUndo, undoMerge } from '@replywright/core/conversations/customers/undo-merge.ts'
import { MemoryEntity } from '@replywright/core/conversations/memory-entity.ts'
import { handleInbound } from '@replywright/core/conversations/messages/handle-inbound.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { findOptedOut, setOptedOut } from '@replywright/core/conversations/opt-out.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { memoryTable } from '../support/memory-table.ts'

vi.mock('@replywright/core/platform/secrets/secrets.ts', async (original) => ({
  ...(await original<object>()),
  findContactKey: async () => Buffer.from('key'),
}))

const NOW = 1_795_167_600_000
const DAY = 86_400_000
const ORGANIZATION = 'o'
const number = (id: string) => ({
  organizationId: ORGANIZATION,
  id: `n${id}`,
  phoneNumberId: id,
  number: `44770090010${id}`,
  sandbox: false,
  connectedAt: 0,
  agentId: 'agent',
  defaultRouting: 'agent' as const,
})
const [SHOP, OFFICE] = [number('1'), number('2')]
const MOBILE: Names = { contactNumber: '447700900200', contactUserId: 'GB.1' }
const LANDLINE: Names = { contactNumber: '447700900300', contactUserId: 'GB.2' }

let pause: () => Promise<void> = async () => {}
const table = memoryTable(async () => await pause())
afterAll(() => table.restore())

async function receive(waId: string, names: Names, { to = SHOP, at = NOW }: { to?: typeof SHOP; at?: number } = {}) {
  const message = {
    phoneNumberId: to.phoneNumberId,
    waId,
    sentAt: at,
    contactNumber: names.contactNumber,
    contactUserId: names.contactUserId,
    contactName: names === MOBILE ? 'Alex' : 'Robin',
    type: 'text',
    text: `text ${waId}`,
    media: [],
    quickReplyId: undefined,
    referral: undefined,
    detail: undefined,
    fromCustomer: true,
    opensWindow: true,
  }
  return await handleInbound(message, at)
}

async function conversation(names: Names, on = SHOP) {
  const found = await findByContact(on, names)
  if (!found) throw new Error('no conversation')
  return found
}

interface Two {
  readonly mobile: string
  readonly landline: string
}

/** Two customers of the shop, of whom one wrote to the office, too. Returns their ids. */
async function begin(): Promise<Two> {
  pause = async () => {}
  table.clear()
  for (const each of [SHOP, OFFICE]) {
    await NumberEntity.put(each).go()
    await NumberOwnershipEntity.put(each).go()
  }
  await receive('1', MOBILE, { at: NOW - 9000 })
  await receive('2', LANDLINE, { at: NOW - 8000 })
  await receive('3', LANDLINE, { to: OFFICE, at: NOW - 7000 })
  await receive('4', MOBILE, { at: NOW - 6000 })
  const [one, other] = [await conversation(MOBILE), await conversation(LANDLINE)]
  await setOptedOut(ORGANIZATION, LANDLINE, { optedOut: true, at: NOW - 5000 })
  const memory = { organizationId: ORGANIZATION, agentId: 'agent', expiresAt: NOW / 1000 + 60 * 86_400 }
  await MemoryEntity.put({ ...memory, ownerId: one.customerId, keyId: 'k', value: '"old"', writtenAt: 1 }).go()
  await MemoryEntity.put({ ...memory, ownerId: other.customerId, keyId: 'k', value: '"new"', writtenAt: 2 }).go()
  await MemoryEntity.put({ ...memory, ownerId: one.customerId, keyId: 'own', value: '1', writtenAt: 3 }).go()
  await ConversationEventEntity.put({
    ...{ organizationId: ORGANIZATION, conversationId: other.id, id: 'note', kind: 'note', at: NOW - 5000 },
    ...{ author: { userId: 'u' }, text: 'Call back', expiresAt: memory.expiresAt },
  }).go()
  await ConversationEntity.patch({ organizationId: ORGANIZATION, id: other.id })
    .set({ handoff: { id: 'h', reason: 'refund', summary: 'S', agentId: 'agent', since: NOW - 5000 } })
    .go()
  return { mobile: one.customerId, landline: other.customerId }
}

/** Processes the messages of merges and undos that the relay would send. */
async function relay(): Promise<void> {
  for (const { _e, id, out } of table.all()) {
    const key = { organizationId: ORGANIZATION, id: String(id) }
    if (_e === 'merged' && out) await finishMerge({ kind: 'merged', ...key }, NOW)
    if (_e === 'undoneMerge') await completeUndo(key, NOW)
  }
}

async function stateOf(names: Names) {
  const { customerId } = await conversation(names)
  const places = await Promise.all(
    [SHOP, OFFICE].map(async (on) => {
      const found = await findByContact(on, names)
      if (!found) return null
      const key = { organizationId: ORGANIZATION, conversationId: found.id }
      const [messages, events] = await Promise.all([
        MessageEntity.query.byId(key).go(),
        ConversationEventEntity.query.byId(key).go(),
      ])
      return {
        messages: messages.data.map(({ waId }) => waId).join(' '),
        isOneSession: messages.data.every(({ sessionId }) => sessionId === found.sessionId),
        seq: found.inboundSeq,
        count: found.messageCount,
        last: found.lastMessage,
        notes: events.data.map(({ text }) => text),
        handoff: found.handoff?.reason,
        to: found.contactNumber,
        hasOrigins: found.origins !== undefined,
      }
    }),
  )
  const { data: memory } = await MemoryEntity.query.byOwner({ organizationId: ORGANIZATION, ownerId: customerId }).go()
  return {
    customerId,
    places,
    memory: memory.flatMap(({ value, erasedAt }) => (erasedAt === undefined ? [value] : [])),
    optedOut: await findOptedOut(ORGANIZATION, [names.contactNumber ?? '', `user:${names.contactUserId}`]),
  }
}

const place = (messages: string, last: string, fields: object = {}) => ({
  ...{ messages, isOneSession: true, seq: messages.split(' ').length, count: messages.split(' ').length },
  ...{ last, notes: [], handoff: undefined, hasOrigins: false, ...fields },
})

/** What is stored of both before a merge, and again after it was undone. */
async function expectTwo({ mobile, landline }: Two, label?: string): Promise<void> {
  expect(await stateOf(MOBILE), label).toEqual({
    ...{ customerId: mobile, memory: ['"old"', '1'], optedOut: false },
    places: [place('1 4', 'text 4', { to: MOBILE.contactNumber }), null],
  })
  expect(await stateOf(LANDLINE), label).toEqual({
    ...{ customerId: landline, memory: ['"new"'], optedOut: true },
    places: [
      place('2', 'text 2', { to: LANDLINE.contactNumber, notes: ['Call back'], handoff: 'refund' }),
      place('3', 'text 3', { to: LANDLINE.contactNumber }),
    ],
  })
}

async function expectOne({ mobile }: Two, label?: string): Promise<void> {
  for (const names of [MOBILE, LANDLINE])
    expect(await stateOf(names), label).toMatchObject({
      ...{ customerId: mobile, memory: ['"new"', '1'], optedOut: true },
      places: [
        place('1 2 4', 'text 4', {
          ...{ to: MOBILE.contactNumber, notes: ['Call back'], handoff: 'refund', hasOrigins: true },
        }),
        place('3', 'text 3', { to: LANDLINE.contactNumber }),
      ],
    })
}

/** No name has two owners, and no item is left of what is done. */
function expectClean(label?: string): void {
  for (const { _e, owners } of table.all())
    if (_e === 'name' && Array.isArray(owners))
      expect(owners.filter((owner) => owner.until === undefined).length, label).toBeLessThan(2)
  const open = table.all().filter(({ _e, out }) => _e === 'undoneMerge' || (_e === 'merged' && out))
  expect(open, label).toEqual([])
}

test('two customers become one, and are two again', async () => {
  const two = await begin()
  await expectTwo(two)
  await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW)
  await expectOne(two)
  await relay()
  await expectOne(two)
  await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY)
  await expectTwo(two)
  await relay()
  await expectTwo(two)
  expectClean()
  expect(table.all().filter(({ _e }) => ['mergeRecord', 'mergedValue', 'merged'].includes(String(_e)))).toEqual([])
})

test('what came after the merge is of whoever has the name from which it came', async () => {
  const two = await begin()
  await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW)
  await relay()
  await receive('5', LANDLINE, { at: NOW + 1000 })
  expect((await conversation(MOBILE)).contactNumber).toBe(LANDLINE.contactNumber)
  await receive('6', MOBILE, { at: NOW + 2000 })
  expect((await conversation(LANDLINE)).contactNumber).toBe(MOBILE.contactNumber)
  await receive('7', LANDLINE, { at: NOW + 3000 })
  expect((await conversation(MOBILE)).inboundSeq).toBe(6)
  // A new number, and another first contact, of the one who was merged.
  const moved = { contactNumber: '447700900400', contactUserId: 'GB.3' }
  await changeNames(SHOP, { before: LANDLINE, after: moved, at: NOW + 4000, evidence: 'notice' }, NOW + 4000)
  await receive('8', moved, { at: NOW + 5000 })
  expect((await conversation(MOBILE)).contactNumber).toBe(moved.contactNumber)
  await MemoryEntity.patch({ organizationId: ORGANIZATION, ownerId: two.mobile, agentId: 'agent', keyId: 'own' })
    .set({ value: '2', writtenAt: 9 })
    .go()
  await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY)
  await relay()
  expect(await stateOf(MOBILE)).toMatchObject({
    ...{ customerId: two.mobile, memory: ['"old"', '2'], optedOut: false },
    places: [place('1 4 6', 'text 6', { to: MOBILE.contactNumber }), null],
  })
  expect(await stateOf(moved)).toMatchObject({
    ...{ customerId: two.landline, memory: ['"new"'], optedOut: true },
    places: [
      place('2 5 7 8', 'text 8', { to: moved.contactNumber, notes: ['Call back'], handoff: 'refund' }),
      place('3', 'text 3', { to: moved.contactNumber }),
    ],
  })
  await receive('9', moved, { at: NOW + DAY + 1000 })
  expect((await conversation(moved)).customerId).toBe(two.landline)
  await receive('7', LANDLINE, { at: NOW + 3000 })
  expect((await conversation(moved)).inboundSeq).toBe(5)
  expectClean()
})

test('a choice about marketing of after the merge is one of both', async () => {
  const two = await begin()
  await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW)
  await setOptedOut(ORGANIZATION, MOBILE, { optedOut: true, at: NOW + 1000 })
  await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY)
  expect(await stateOf(MOBILE)).toMatchObject({ optedOut: true })
})

test('merges are undone in the reverse order, within 30 days', async () => {
  const two = await begin()
  const third = { contactNumber: '447700900500', contactUserId: 'GB.5' }
  await receive('5', third, { at: NOW - 4000 })
  const { customerId } = await conversation(third)
  await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW)
  await mergeByHand(ORGANIZATION, two.mobile, customerId, NOW + 1)
  await relay()
  expect((await conversation(LANDLINE)).inboundSeq).toBe(4)
  await expect(undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + 2)).rejects.toThrow(customerId)
  await expect(undoMerge(ORGANIZATION, two.mobile, customerId, NOW + 30 * DAY + 1)).rejects.toThrow(
    /not found|no such/i,
  )
  await undoMerge(ORGANIZATION, two.mobile, customerId, NOW + DAY)
  await relay()
  expect((await stateOf(third)).places[0]).toMatchObject({ messages: '5' })
  await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY)
  await relay()
  await expectTwo(two)
})

test('who was merged, and into whom others were merged, is whole again', async () => {
  const two = await begin()
  const third = { contactNumber: '447700900500', contactUserId: 'GB.5' }
  await receive('5', third, { at: NOW - 4000 })
  const { customerId } = await conversation(third)
  await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW)
  await relay()
  await mergeByHand(ORGANIZATION, customerId, two.mobile, NOW + 1)
  await relay()
  expect((await conversation(LANDLINE)).inboundSeq).toBe(4)
  await undoMerge(ORGANIZATION, customerId, two.mobile, NOW + DAY)
  await relay()
  await expectOne(two)
  await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY)
  await relay()
  await expectTwo(two)
})

/** Calls `act` as often as it makes calls, and stops the process before the first, the second … */
async function interrupt(
  prepare: () => Promise<Two>,
  act: (two: Two) => Promise<void>,
  check: (two: Two, label: string) => Promise<void>,
) {
  const first = await prepare()
  let calls = 0
  pause = async () => {
    calls += 1
  }
  await act(first)
  pause = async () => {}
  expect(calls).toBeGreaterThan(20)
  for (let last = 1; last <= calls; last++) {
    const two = await prepare()
    let call = 0
    pause = async () => {
      call += 1
      if (call >= last) throw new Error('stopped')
    }
    await act(two).catch(() => {})
    pause = async () => {}
    await relay()
    await check(two, `stopped before call ${last}`)
  }
}

test('a merge happens wholly or not at all, wherever the process stops', async () => {
  let done = 0
  await interrupt(
    begin,
    async (two) => await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW),
    async (two, label) => {
      const isOne = (await conversation(LANDLINE)).customerId === two.mobile
      done += Number(isOne)
      await (isOne ? expectOne(two, label) : expectTwo(two, label))
      expectClean(label)
    },
  )
  expect(done).toBeGreaterThan(5)
})

test('an undo happens wholly or not at all, wherever the process stops', async () => {
  let done = 0
  await interrupt(
    async () => {
      const two = await begin()
      await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW)
      await relay()
      return two
    },
    async (two) => await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY),
    async (two, label) => {
      const isTwo = (await conversation(LANDLINE)).customerId === two.landline
      done += Number(isTwo)
      await (isTwo ? expectTwo(two, label) : expectOne(two, label))
      expectClean(label)
    },
  )
  expect(done).toBeGreaterThan(5)
})

test('an undo is right also if the merge was not complete', async () => {
  for (let last = 1; ; last++) {
    const two = await begin()
    let call = 0
    pause = async () => {
      call += 1
      if (call >= last) throw new Error('stopped')
    }
    const isDone = await mergeByHand(ORGANIZATION, two.mobile, two.landline, NOW).then(
      () => true,
      () => false,
    )
    pause = async () => {}
    if ((await conversation(LANDLINE)).customerId === two.mobile)
      await undoMerge(ORGANIZATION, two.mobile, two.landline, NOW + DAY)
    await relay()
    await expectTwo(two, `stopped before call ${last}`)
    expectClean()
    if (isDone) break
  }
})
