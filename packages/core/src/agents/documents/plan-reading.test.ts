import { describe, expect, test } from 'vitest'
import { formSeconds } from './documents.ts'
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
    ['is read again after its reader was killed', reading, 'a', { kind: 'read', etag: 'a', attempt: 2 }],
    [
      'fails after its reader was killed twice',
      { ...reading, attempts: 2 },
      'a',
      { kind: 'fail', problem: 'too_intricate', etag: 'a' },
    ],
    ['is done after it was read', ready, 'a', { kind: 'done' }],
    ['is done after it was read in part', { ...ready, status: 'partial' as const }, 'a', { kind: 'done' }],
    ['is done after a failure', { ...ready, status: 'error' as const }, 'a', { kind: 'done' }],
    ['fails if it does not exist', pending, undefined, { kind: 'fail', problem: 'never_arrived', etag: undefined }],
    [
      'fails if it was deleted while it was read',
      reading,
      undefined,
      { kind: 'fail', problem: 'never_arrived', etag: 'a' },
    ],
    ['is deleted without a document', null, 'a', { kind: 'delete-objects' }],
    ['is deleted with its document', null, undefined, { kind: 'delete-objects' }],
  ])('%s', (_, item, etag, plan) => {
    expect(planReading(item, etag, 0, CREATED + MINUTE)).toEqual(plan)
  })
})

describe('an announced file', () => {
  test.each([
    ['is read after its upload', pending, 'a', { kind: 'read', etag: 'a', attempt: 1 }],
    ['is read again after it was replaced', ready, 'b', { kind: 'read', etag: 'b', attempt: 1 }],
    ['is checked again after it was read', ready, 'a', { kind: 'wait', seconds: 20 }],
    ['is deleted later if its document was deleted', null, undefined, { kind: 'wait', seconds: 19 * 60 }],
  ])('%s', (_, item, etag, plan) => {
    expect(planReading(item, etag, UNTIL, CREATED + MINUTE)).toEqual(plan)
  })

  test.each([
    [0, 1],
    [9, 3],
    [60, 20],
    [600, 60],
    [1190, 10],
  ])('after %i s is checked again in %i s', (elapsed, seconds) => {
    expect(planReading(pending, undefined, UNTIL, CREATED + elapsed * 1000)).toEqual({ kind: 'wait', seconds })
  })

  test('is not waited for after its form has expired', () => {
    expect(planReading(pending, undefined, UNTIL, UNTIL)).toMatchObject({ kind: 'fail', problem: 'never_arrived' })
    expect(planReading(ready, 'a', UNTIL, UNTIL)).toEqual({ kind: 'done' })
    expect(planReading(null, undefined, UNTIL, UNTIL)).toEqual({ kind: 'delete-objects' })
  })
})

test.each([
  [0, 900],
  [600, 300],
  [3600, 1],
])('a form that is requested again after %i s is valid for %i s', (elapsed, seconds) => {
  expect(formSeconds(CREATED, CREATED + elapsed * 1000)).toBe(seconds)
})
