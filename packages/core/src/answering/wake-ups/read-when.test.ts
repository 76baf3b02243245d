import { expect, test } from 'vitest'
import { readWhen } from './read-when.ts'

const NOW = Date.parse('2026-11-20T10:00:00.400Z')
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
  expect(readWhen(text, NOW, ANY_TIME)).toEqual(when)
})

test.each(['0', '43201', '2026-11-20T10:01:00Z', '2026-11-19T10:00:00Z', '2027-11-20T10:00:00Z'])(
  'rejects %j as too soon or too late',
  (text) => {
    expect(readWhen(text, NOW, ANY_TIME)).toEqual({ problem: expect.stringContaining('one minute to 30 days') })
  },
)

test.each(['', 'tomorrow', '-5', '1.5', '2026-11-20', '2026-13-40T10:00Z', '2026-11-20T25:00Z', 'in 5 minutes'])(
  'rejects %j as an invalid time',
  (text) => {
    expect(readWhen(text, NOW, ANY_TIME)).toEqual({ problem: expect.stringContaining('2026-11-20T16:00:00Z') })
  },
)

test.each(['1', '2026-11-21T09:58:01Z'])('rejects %j after the latest time', (text) => {
  const latest = text === '1' ? NOW + 59_999 : Date.parse('2026-11-21T09:58:00Z')
  expect(readWhen(text, NOW, latest)).toEqual({
    problem: `you can write to this customer only until ${new Date(latest).toISOString()}.`,
  })
  expect(readWhen('2026-11-21T09:58:00Z', NOW, Date.parse('2026-11-21T09:58:00Z'))).toEqual(at('2026-11-21T09:58:00Z'))
})
