import { expect, test } from 'vitest'
import { MOST_ENDED_SESSIONS, withEnded } from './ended-sessions.ts'

const NOW = 1000
const full = Array.from({ length: MOST_ENDED_SESSIONS }, (_, index) => ({ id: `s${index}`, until: NOW + 1 }))

test('an ended session stays until its tokens have expired', () => {
  expect(withEnded([{ id: 'old', until: NOW }], { id: 'new', until: NOW + 9 }, NOW)).toEqual([
    { id: 'new', until: NOW + 9 },
  ])
})

test('a session that ends twice is listed once, until the later time', () => {
  const once = [{ id: 's', until: NOW + 9 }]
  expect(withEnded(once, { id: 's', until: NOW + 5 }, NOW)).toEqual(once)
  expect(withEnded([{ id: 's', until: NOW + 5 }], { id: 's', until: NOW + 9 }, NOW)).toEqual(once)
})

test('no session is dropped to make room for another one', () => {
  expect(withEnded(full, { id: 'new', until: NOW + 9 }, NOW)).toBeUndefined()
  expect(withEnded(full, { id: 's7', until: NOW + 9 }, NOW)).toHaveLength(MOST_ENDED_SESSIONS)
  expect(withEnded(full, { id: 'new', until: NOW + 9 }, NOW + 1)).toEqual([{ id: 'new', until: NOW + 9 }])
})
