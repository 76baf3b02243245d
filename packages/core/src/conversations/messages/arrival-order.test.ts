import { expect, test } from 'vitest'
import { derivedTimeId } from '../../platform/clock.ts'
import { arrivalOrder, inArrivalOrder, newestFirst } from './arrival-order.ts'

const SECOND = Date.UTC(2026, 0, 1)
const inbound = (name: string, takenAt: number, sentAt = SECOND) => ({
  id: derivedTimeId(sentAt, name),
  direction: 'inbound' as const,
  sentAt,
  takenAt,
  name,
})
/** Nine messages, eight of them in one second. The last ones were received late. */
const burst = Array.from({ length: 9 }, (_, index) =>
  index < 8 ? inbound(`part ${index}`, SECOND + index * 250) : inbound('part 8', SECOND + 2100, SECOND + 1000),
)
const byId = burst.toSorted((a, b) => (a.id < b.id ? 1 : -1))
const namesOf = (messages: readonly { readonly name: string }[]) => messages.map(({ name }) => name)

test('messages of one second are in the order in which they arrived', () => {
  expect(namesOf(byId)).not.toEqual(namesOf(burst.toReversed()))
  expect(namesOf(newestFirst(byId))).toEqual(namesOf(burst.toReversed()))
})

test('a reply stands between the messages that were received before and after it', () => {
  const reply = { ...inbound('reply', SECOND + 500), direction: 'outbound' as const, sentAt: SECOND + 500 }
  const all = [inbound('after', SECOND + 700), reply, inbound('before', SECOND + 300)]
  expect(namesOf(newestFirst(all)).toReversed()).toEqual(['before', 'reply', 'after'])
  expect(arrivalOrder(inbound('early', SECOND - 5)) < arrivalOrder(reply)).toBe(true)
})

test.each([1, 2, 3, 4, 5])('pages of %i that cut a second hold each message once, in order', async (limit) => {
  const readSecond = async ({ first, last }: { readonly first: string; readonly last: string }) =>
    byId.filter(({ id }) => id >= first && id < last)
  const listed: string[] = []
  for (let at = 0; at < byId.length; at += limit) {
    const page = byId.slice(at, at + limit)
    listed.push(...namesOf(await inArrivalOrder(page, [...page.slice(0, 1), ...page.slice(-1)], readSecond)))
  }
  expect(listed).toEqual(namesOf(burst.toReversed()))
})
