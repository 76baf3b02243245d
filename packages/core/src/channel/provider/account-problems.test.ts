import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GRAPH_CODES } from '@replywright/simulators/provider/graph/graph-error.ts'
import { expect, test } from 'vitest'
import { problemOf } from './account-problems.ts'
import { readInspection } from './read-inspection.ts'

/** The problem of the number or its account that each error shows, and its state. */
const SHOWN: Readonly<Record<number, readonly [topic: string, state: string]>> = {
  0: ['token', 'blocked'],
  3: ['permission', 'restricted'],
  10: ['permission', 'restricted'],
  190: ['token', 'blocked'],
  200: ['permission', 'restricted'],
  299: ['permission', 'restricted'],
  368: ['policy', 'blocked'],
  131005: ['permission', 'restricted'],
  131031: ['policy', 'blocked'],
  131037: ['display name', 'restricted'],
  131042: ['payment', 'restricted'],
  131044: ['payment', 'restricted'],
  131045: ['registration', 'blocked'],
  131048: ['spam', 'restricted'],
  131064: ['category', 'restricted'],
  133010: ['registration', 'blocked'],
}

/** Errors that are about one message, its customer or its template, about the rate of calls, or about the whole provider. */
const ABOUT_MESSAGES = [
  4, 100, 2500, 80007, 130429, 130472, 130497, 131000, 131008, 131009, 131016, 131021, 131026, 131030, 131047, 131049,
  131050, 131051, 131052, 131053, 131055, 131056, 131057, 131062, 131063, 132000, 132001, 132005, 132007, 132012,
  132015, 132016, 132018, 132068, 132069, 134011, 135000, 137000, 2494191,
]

test.each(Object.entries(SHOWN))('error %s is a problem of the number', (code, [topic, state]) => {
  expect(problemOf(Number(code))).toMatchObject({ topic, state, code })
})

test.each(ABOUT_MESSAGES)('error %i is no problem of the number', (code) => {
  expect(problemOf(code)).toBeUndefined()
})

test('every error that the simulator knows is in one of the two lists', () => {
  const listed = [...Object.keys(SHOWN).map(Number), ...ABOUT_MESSAGES]
  expect(GRAPH_CODES.filter((code) => !listed.includes(code))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('what the provider says about a number that can send lifts every one of them', () => {
  const { topics } = readInspection('1', { health_status: { can_send_message: 'AVAILABLE' } }, 0)
  for (const [topic] of Object.values(SHOWN)) expect(topics).toHaveProperty([topic], [])
})

test('the documents name every one of them', () => {
  const file = join(import.meta.dirname, '../../../../../docs/operations.md')
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\|.*(errors of messages|\(payment\))/.test(line))
  const isNamed = (code: string) => code.startsWith('2') || rows.some((row) => row.includes(`\`${code}\``))
  expect(Object.keys(SHOWN).filter((code) => !isNamed(code))).toEqual([])
})
