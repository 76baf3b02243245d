import type { InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import { expect, test } from 'vitest'
import { type InboxRows, showsEndedWait, withChanges, withFirstPage, withOlder, withRow } from './inbox-rows.ts'

/** A conversation named by its minute of activity. */
const row = (minute: number, id = `c${minute}`): InboxConversation => ({
  id,
  contact: { name: id, phoneNumber: '' },
  msgNumber: '',
  isSandbox: false,
  mode: null,
  lastMessage: '',
  lastMessageAt: null,
  lastMessageBy: null,
  lastMessageType: null,
  lastActivityAt: new Date(minute * 60_000).toISOString(),
  inboundSeq: 0,
  unread: 0,
  window: { openUntil: null },
  takeover: { until: null },
  waiting: null,
  isAgentPaused: false,
  control: null,
  takenOverBy: null,
  isDone: false,
})
const page = (minutes: readonly number[], nextCursor: string | null = 'next') => ({
  results: minutes.map((minute) => row(minute)),
  nextCursor,
  looked: minutes.length,
  backTo: nextCursor === null ? null : (row(minutes.at(-1) ?? 0).lastActivityAt ?? null),
})
const ids = ({ rows }: InboxRows) => rows.map(({ id }) => id)
const first = withFirstPage(undefined, page([9, 8, 7]))
const both = withOlder(first, page([6, 5, 4], 'after'))

test('keeps older pages and their cursor when the first page is read again', () => {
  const again = withFirstPage(both, page([12, 9, 8]))
  expect(ids(again)).toEqual(['c12', 'c9', 'c8', 'c7', 'c6', 'c5', 'c4'])
  expect(again).toMatchObject({ nextCursor: 'after', looked: 6, isContinued: true })
})

test('drops older pages if the new first page does not reach them', () => {
  expect(withFirstPage(both, page([22, 21, 20]))).toMatchObject({ nextCursor: 'next', isContinued: false })
  expect(ids(withFirstPage(both, page([22, 21, 20])))).toEqual(['c22', 'c21', 'c20'])
})

test('removes what no longer matches the filter, except the opened conversation', () => {
  expect(ids(withFirstPage(both, page([9, 7])))).toEqual(['c9', 'c7', 'c6', 'c5', 'c4'])
  expect(ids(withFirstPage(both, page([9, 7]), 'c8'))).toEqual(['c9', 'c8', 'c7', 'c6', 'c5', 'c4'])
  expect(ids(withFirstPage(first, page([9], null), 'c8'))).toEqual(['c9', 'c8'])
})

test('shows each conversation once when it moved between two pages', () => {
  expect(ids(withOlder(first, page([7, 6])))).toEqual(['c9', 'c8', 'c7', 'c6'])
})

test('moves changed conversations to their place and marks them', () => {
  const changes = [
    { ...row(15, 'c5'), isWanted: true },
    { ...row(10, 'new'), isWanted: true },
    { ...row(8), isWanted: false },
    { ...row(7), unread: 3, isWanted: true },
  ]
  const changed = withChanges(both, changes)
  expect(ids(changed)).toEqual(['c5', 'new', 'c9', 'c7', 'c6', 'c4'])
  expect([...changed.fresh]).toEqual(['c5', 'new'])
  expect(changed.rows[3]).toMatchObject({ unread: 3 })
  expect(ids(withChanges(both, changes, 'c8'))).toContain('c8')
})

test('ignores a changed conversation that is not loaded yet', () => {
  expect(ids(withChanges(both, [{ ...row(1), isWanted: true }]))).toEqual(ids(both))
  expect(ids(withChanges({ ...both, nextCursor: null }, [{ ...row(1), isWanted: true }]))).toContain('c1')
})

test('changes one row', () => {
  expect(withRow(first, 'c8', { unread: 1 }).rows.map(({ unread }) => unread)).toEqual([0, 1, 0])
})

test('a wait has ended if the conversation is no longer among those who wait', () => {
  const waits = (minute: number) => ({
    ...row(minute),
    waiting: { since: '', kind: 'unanswered' as const, reason: null, failure: null },
  })
  const of = (...rows: readonly InboxConversation[]): InboxRows => ({ ...first, rows })
  const [one, two] = [waits(1), waits(2)]
  expect(showsEndedWait(of(one, two), of(one, two), of(two))).toBe(true)
  expect(showsEndedWait(of(row(1), two), of(one, two), of(two))).toBe(false)
  // A new wait is known to the list first.
  expect(showsEndedWait(of(one, two), of(two), of(two))).toBe(false)
  expect(showsEndedWait(of(one), undefined, of())).toBe(false)
})
