import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { NUMBER as CONNECTED, connectNumber } from '../../../../../test/support/connected-number.ts'
import { memoryTable } from '../../../../../test/support/memory-table.ts'
import { findRestriction } from '../../channel/numbers/health.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import { AccountEntity } from '../../channel/provider/accounts/account-entity.ts'
import { readWebhook } from '../../channel/provider/read-webhook.ts'
import { handleWebhook } from '../messages/handle-webhook.ts'
import { HeldTurnEntity } from './held-turn-entity.ts'
import { holdTurn } from './hold-turn.ts'
import { startHeldTurns } from './start-held.ts'

const schedules = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../../platform/schedules/create-schedule.ts', () => ({ createSchedule: schedules }))

const NOW = Date.parse('2026-11-20T03:00:00Z')
const SECONDS = NOW / 1000
const NUMBER = { ...CONNECTED, accountId: 'a' } as const
const ABOUT = { organizationId: 'o', phoneNumberId: '1' }

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(async () => {
  table.clear()
  schedules.mockClear()
  await connectNumber(NUMBER)
  await AccountEntity.put({
    organizationId: 'o',
    id: 'a',
    waId: 'w',
    name: 'Shop',
    accessToken: 't',
    createdAt: 0,
  }).go()
})

const notify = async (value: object, time = SECONDS) =>
  await handleWebhook(
    'provider',
    readWebhook({ entry: [{ id: 'w', time, changes: [{ field: 'account_update', value }] }] }, NOW),
    () => NOW,
  )
const restricted = (until?: number) => ({
  event: 'ACCOUNT_RESTRICTION',
  restriction_info: [{ restriction_type: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', expiration: until }],
})
const hold = async (conversationId: string, messageId: string, at = NOW) =>
  await holdTurn({ phoneNumberId: '1', turn: { kind: 'turn', organizationId: 'o', conversationId, messageId } }, at)

const held = async () => (await HeldTurnEntity.query.byNumber({ phoneNumberId: '1' }).go()).data
const itemsOf = (name: string) => table.all().filter((item) => item._e === name)
const started = () =>
  itemsOf('startedTurn')
    .map((item) => JSON.parse(String(Object(item.out).b)))
    .map(({ again, ...turn }) => {
      expect(again).toEqual(expect.any(String))
      return turn
    })
const requests = () => itemsOf('heldTurnsRequest').map((item) => Object(item.out))

test('held turns start once each when the provider lifts the restriction', async () => {
  await notify(restricted())
  for (const conversation of ['c1', 'c2', 'c3']) await hold(conversation, `m ${conversation}`)
  // A later message of the same customer.
  await hold('c2', 'm later', NOW + 1)
  await startHeldTurns(ABOUT, () => NOW)
  expect([started(), requests(), schedules.mock.calls]).toEqual([[], [], []])

  await notify({ event: 'ACCOUNT_RESTRICTION', restriction_info: [] }, SECONDS + 1)
  expect(requests()).toEqual([expect.objectContaining({ q: 'windows', b: JSON.stringify({ kind: 'held', ...ABOUT }) })])
  for (let run = 0; run < 3; run++) await startHeldTurns(ABOUT, () => NOW)
  expect(started().toSorted((a, b) => a.conversationId.localeCompare(b.conversationId))).toEqual(
    [
      ['c1', 'm c1'],
      ['c2', 'm later'],
      ['c3', 'm c3'],
    ].map(([conversationId, messageId]) => ({ kind: 'turn', organizationId: 'o', conversationId, messageId })),
  )
  expect(await held()).toEqual([])
})

test('a restriction until a time is lifted by its time: one schedule for all its turns', async () => {
  const until = NOW + 3_600_500
  await notify(restricted(until / 1000))
  for (const conversation of ['c1', 'c2']) {
    await hold(conversation, 'm')
    await startHeldTurns(ABOUT, () => NOW)
  }
  const fireAt = NOW + 3_601_000
  expect(new Set(schedules.mock.calls.map((call) => JSON.stringify(call)))).toEqual(
    new Set([JSON.stringify(['held', ['o', '1'], fireAt, JSON.stringify({ kind: 'held', ...ABOUT })])]),
  )
  expect(started()).toEqual([])
  await startHeldTurns(ABOUT, () => fireAt)
  expect(started()).toHaveLength(2)
})

test('a restriction that was extended holds on, and schedules its new end', async () => {
  await notify(restricted((NOW + 60_000) / 1000))
  await hold('c1', 'm')
  await notify(restricted((NOW + 120_000) / 1000), SECONDS + 1)
  await startHeldTurns(ABOUT, () => NOW + 60_000)
  expect(started()).toEqual([])
  expect(schedules).toHaveBeenLastCalledWith('held', ['o', '1'], NOW + 120_000, expect.any(String))
})

test('an opposite notice that leaves another restriction starts nothing', async () => {
  await notify(restricted())
  await notify({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'] } }, SECONDS + 1)
  await hold('c1', 'm')
  await notify({ event: 'ACCOUNT_RESTRICTION', restriction_info: [] }, SECONDS + 2)
  expect(requests()).toEqual([])
  const number = await findNumber('1')
  expect(number && findRestriction(number, 'replies', NOW)?.code).toBe('DISABLE')
})

test('a turn that was held after the restriction had ended starts with its own message', async () => {
  await hold('c1', 'm')
  const [item] = await held()
  expect(item?.out).toMatchObject({ q: 'windows', b: JSON.stringify({ kind: 'held', ...ABOUT }) })
  await startHeldTurns(ABOUT, () => NOW)
  expect(started()).toHaveLength(1)
})

test('a wake-up is held too, and gives way to a message', async () => {
  const wakeUp = { kind: 'wakeUp', organizationId: 'o', conversationId: 'c1', wakeUpId: 'w' } as const
  await holdTurn({ phoneNumberId: '1', turn: wakeUp }, NOW)
  await hold('c1', 'm')
  await holdTurn({ phoneNumberId: '1', turn: wakeUp }, NOW + 1)
  await holdTurn({ phoneNumberId: '1', turn: { ...wakeUp, conversationId: 'c2' } }, NOW)
  await startHeldTurns(ABOUT, () => NOW)
  expect(started()).toEqual([
    { kind: 'turn', organizationId: 'o', conversationId: 'c1', messageId: 'm' },
    { ...wakeUp, conversationId: 'c2' },
  ])
})

test('many held turns start in steps, none twice', async () => {
  for (let index = 0; index < 450; index++) await hold(`c${String(index).padStart(3, '0')}`, 'm')
  const seen = new Set<string>()
  for (let step = 0; step < 3; step++) {
    await startHeldTurns(ABOUT, () => NOW)
    for (const { conversationId } of started()) seen.add(conversationId)
  }
  expect([seen.size, started().length, (await held()).length, requests().length]).toEqual([450, 450, 0, 2])
})
