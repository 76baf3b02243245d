import { describe, expect, test } from 'vitest'
import { formSeconds } from './document-message.ts'
import { planReading } from './plan-reading.ts'

const CREATED = 1_795_167_600_000
const MINUTE = 60_000
const UNTIL = CREATED + 20 * MINUTE
const pending = { status: 'pending' as const, createdAt: CREATED, etag: undefined, attempts: undefined }
const reading = { ...pending, status: 'processing' as const, etag: 'a', attempts: 1 }
const ready = { ...reading, status: 'ready' as const }

describe('a file that came with the request', () => {
  test.each([
    ['is read', pending, 'a', { kind: 'read', etag: 'a', attempt: 1 }],
    ['is read again when its reader died', reading, 'a', { kind: 'read', etag: 'a', attempt: 2 }],
    [
      'is given up when it died twice',
      { ...reading, attempts: 2 },
      'a',
      { kind: 'fail', problem: 'too_intricate', etag: 'a' },
    ],
    ['is done when it was read', ready, 'a', { kind: 'done' }],
    ['is done when it could not be read', { ...ready, status: 'error' as const }, 'a', { kind: 'done' }],
    ['is not there', pending, undefined, { kind: 'fail', problem: 'never_arrived', etag: undefined }],
    ['is gone while it is read', reading, undefined, { kind: 'fail', problem: 'never_arrived', etag: 'a' }],
    ['is of no document', null, 'a', { kind: 'forget' }],
    ['is gone with its document', null, undefined, { kind: 'forget' }],
  ])('%s', (_, item, etag, plan) => {
    expect(planReading(item, etag, 0, CREATED + MINUTE)).toEqual(plan)
  })
})

describe('a file that was announced', () => {
  test.each([
    ['is read when it arrives', pending, 'a', { kind: 'read', etag: 'a', attempt: 1 }],
    ['is read again when another one took its place', ready, 'b', { kind: 'read', etag: 'b', attempt: 1 }],
    ['is looked at again once it was read', ready, 'a', { kind: 'wait', seconds: 20 }],
    ['has its leftovers removed in the end', null, undefined, { kind: 'wait', seconds: 19 * 60 }],
  ])('%s', (_, item, etag, plan) => {
    expect(planReading(item, etag, UNTIL, CREATED + MINUTE)).toEqual(plan)
  })

  test.each([
    [0, 1],
    [9, 3],
    [60, 20],
    [600, 60],
    [1190, 10],
  ])('is looked for again, after %i s in %i', (elapsed, seconds) => {
    expect(planReading(pending, undefined, UNTIL, CREATED + elapsed * 1000)).toEqual({ kind: 'wait', seconds })
  })

  test('is not waited for any longer than its form is valid', () => {
    expect(planReading(pending, undefined, UNTIL, UNTIL)).toMatchObject({ kind: 'fail', problem: 'never_arrived' })
    expect(planReading(ready, 'a', UNTIL, UNTIL)).toEqual({ kind: 'done' })
    expect(planReading(null, undefined, UNTIL, UNTIL)).toEqual({ kind: 'forget' })
  })
})

test.each([
  [0, 900],
  [600, 300],
  [3600, 1],
])('a form that is asked for again after %i s is valid for %i', (elapsed, seconds) => {
  expect(formSeconds(CREATED, CREATED + elapsed * 1000)).toBe(seconds)
})
