import { expect, test } from 'vitest'
import { runTool } from '../tools/run-tool.ts'
import { CALL_ID, toolCall } from '../tools/testing/call.ts'
import { readWhen, type WakeUps, wakeUpNote, wakeUpTools } from './wake-up-tool.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const config = (id: string, enabled = true) => ({ id, description: `For ${id}.`, enabled, forceMessage: false })
const call = (id = CALL_ID) => toolCall({ id, now: NOW })
const idOf = (index: number) => `0190f7c8-5b1e-7c43-8b47-0000000000${index + 10}`

type WakeUp = Parameters<WakeUps['create']>[0]

function scheduler(...configs: ReturnType<typeof config>[]) {
  return schedulerUntil(Number.POSITIVE_INFINITY, configs)
}

function schedulerUntil(windowEnd: number, configs: ReturnType<typeof config>[]) {
  const stored = new Map<string, WakeUp>()
  const [tool] = wakeUpTools(configs, {
    windowEnd,
    pending: async () => [...stored.values()],
    create: async (wakeUp) => {
      const known = stored.get(wakeUp.id) ?? wakeUp
      stored.set(wakeUp.id, known)
      return known
    },
  })
  if (!tool) throw new Error('no tool was created')
  const schedule = async (args: object, id?: string) => (await runTool(tool, args, call(id))).result.text
  return { tool, stored, schedule }
}

test('stores a wake-up once under the id of its call', async () => {
  const { stored, schedule, tool } = scheduler(config('follow-up'), config('other', false))
  expect(tool.description).toContain('For follow-up.')
  expect(tool.parameters).toMatchObject({ required: ['when', 'reason'] })
  const args = { when: '90', reason: 'Ask about the order.' }
  expect(await schedule(args)).toContain('Scheduled for 2026-11-20T11:30:00.000Z')
  expect(await schedule({ ...args, when: 91 })).toContain('Scheduled for 2026-11-20T11:30:00.000Z')
  expect([...stored.values()]).toEqual([
    { id: CALL_ID, configId: 'follow-up', reason: 'Ask about the order.', fireAt: NOW + 90 * 60_000 },
  ])
})

test('selects one of several configs by number', async () => {
  const { stored, schedule, tool } = scheduler(config('first'), config('off', false), config('second'))
  expect(tool.description).toContain('1. For first.\n2. For second.')
  expect(await schedule({ when: '5', reason: 'x' })).toContain('config')
  expect(await schedule({ when: '5', reason: 'x', config: 3 })).toContain('config')
  await schedule({ when: '5', reason: 'x', config: 2 })
  expect([...stored.values()]).toMatchObject([{ configId: 'second' }])
})

test('allows five pending wake-ups, also for concurrent calls', async () => {
  const { stored, schedule } = scheduler(config('follow-up'))
  const ids = Array.from({ length: 8 }, (_, index) => idOf(index))
  const texts = await Promise.all(ids.map((id) => schedule({ when: '5', reason: 'x' }, id)))
  expect(texts.filter((text) => text.includes('Scheduled for'))).toHaveLength(5)
  expect(stored.size).toBe(5)
  expect(await schedule({ when: '6', reason: 'x' }, ids[0])).toContain('Scheduled for')
})

test('reports an invalid time to the model and stores nothing', async () => {
  const { stored, schedule } = scheduler(config('follow-up'))
  expect(await schedule({ when: 'tomorrow', reason: 'x' })).toContain('Nothing was scheduled: when: must be')
  expect(stored.size).toBe(0)
})

test('schedules nothing that is due when the service window is closed or about to close', async () => {
  const windowEnd = NOW + 24 * 3_600_000
  const { tool, stored, schedule } = schedulerUntil(windowEnd, [config('follow-up')])
  expect(await schedule({ when: '1439', reason: 'x' })).toContain(
    'Nothing was scheduled: you can write to this customer only until 2026-11-21T09:58:00.000Z.',
  )
  expect(stored.size).toBe(0)
  expect(await schedule({ when: '1438', reason: 'x' })).toContain('Scheduled for 2026-11-21T09:58:00.000Z')
  expect(wakeUpNote([tool], { windowEnd })).toContain('until 2026-11-21T09:58:00.000Z')
  expect(wakeUpNote([], { windowEnd })).toBe('')
  expect(wakeUpNote([tool], { windowEnd: Number.POSITIVE_INFINITY })).toBe('')
})

test('creates no tool if all wake-up configs are disabled', () => {
  const none: WakeUps = { windowEnd: 0, pending: async () => [], create: async (wakeUp) => wakeUp }
  expect(wakeUpTools([config('off', false)], none)).toEqual([])
})

const ASKED_AT = Date.parse('2026-11-20T10:00:00.400Z')
const ANY_TIME = Number.POSITIVE_INFINITY
const at = (text: string) => ({ fireAt: Date.parse(text) })

test.each([
  ['1', at('2026-11-20T10:01:01Z')],
  [' 90 ', at('2026-11-20T11:30:01Z')],
  ['43200', at('2026-12-20T10:00:01Z')],
  ['2026-11-20T16:00:00Z', at('2026-11-20T16:00:00Z')],
  ['2026-11-20 16:00', at('2026-11-20T16:00:00Z')],
  ['2026-11-20T16:00:00.2+01:00', at('2026-11-20T15:00:01Z')],
  ['2026-11-20T16:00-0530', at('2026-11-20T21:30:00Z')],
])('reads %j as a whole second', (text, when) => {
  expect(readWhen(text, ASKED_AT, ANY_TIME)).toEqual(when)
})

test.each(['0', '43201', '2026-11-20T10:01:00Z', '2026-11-19T10:00:00Z', '2027-11-20T10:00:00Z'])(
  'rejects %j as too soon or too late',
  (text) => {
    expect(readWhen(text, ASKED_AT, ANY_TIME)).toEqual({ problem: expect.stringContaining('one minute to 30 days') })
  },
)

test.each(['', 'tomorrow', '-5', '1.5', '2026-11-20', '2026-13-40T10:00Z', '2026-11-20T25:00Z', 'in 5 minutes'])(
  'rejects %j as an invalid time',
  (text) => {
    expect(readWhen(text, ASKED_AT, ANY_TIME)).toEqual({ problem: expect.stringContaining('2026-11-20T16:00:00Z') })
  },
)

test.each(['1', '2026-11-21T09:58:01Z'])('rejects %j after the latest time', (text) => {
  const latest = text === '1' ? ASKED_AT + 59_999 : Date.parse('2026-11-21T09:58:00Z')
  expect(readWhen(text, ASKED_AT, latest)).toEqual({
    problem: `you can write to this customer only until ${new Date(latest).toISOString()}.`,
  })
  expect(readWhen('2026-11-21T09:58:00Z', ASKED_AT, Date.parse('2026-11-21T09:58:00Z'))).toEqual(
    at('2026-11-21T09:58:00Z'),
  )
})
