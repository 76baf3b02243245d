import { expect, test } from 'vitest'
import { Follower } from './follower.ts'
import { type Listed, timeOfId } from './inbox.ts'

const START = Date.UTC(2026, 0, 1)
const PAGE = 100

let created = 0

/** Returns a delivery whose event is `seconds` after the start of the run. */
function delivery(seconds: number, attemptCount = 1): Listed {
  created += 1
  const time = (START + seconds * 1000).toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(created).padStart(12, '0')}`
  return { id, webhookId: 'w', event: 'message.received', status: 'pending', attemptCount }
}

/** A list as the API has it: filtered by time, newest first, in pages. Records each request. */
function startList(stored: Listed[], afterPage = (_page: number) => {}) {
  const requests: { since: number; cursor: string | undefined }[] = []
  const follower = new Follower(async (since, cursor) => {
    requests.push({ since, cursor })
    const ids = stored.filter(({ id }) => timeOfId(id) >= since).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const rest = ids.filter(({ id }) => cursor === undefined || id < cursor)
    const results = rest.slice(0, PAGE)
    afterPage(requests.length)
    const next = rest.length > PAGE ? `https://api.example.com/?limit=100&cursor=${results.at(-1)?.id}` : null
    return { results, next }
  }, START)
  return { requests, follower }
}

/** Takes all deliveries that are ready. */
function takeReady({ inbox }: Follower): string[] {
  const ids = inbox.ready.map(({ id }) => id)
  for (const id of ids) inbox.finish(id)
  return ids
}

test('forwards only what is stored after the start, each delivery once and in order', async () => {
  const stored = [delivery(-20), delivery(-1)]
  const { follower } = startList(stored)
  await follower.start(0)
  await follower.poll(START + 1_000)
  expect(takeReady(follower)).toEqual([])
  const [first, second] = [delivery(1), delivery(2)]
  stored.push(second, first)
  await follower.poll(START + 3_000)
  expect(takeReady(follower)).toEqual([first.id, second.id])
  await follower.poll(START + 5_000)
  expect(takeReady(follower)).toEqual([])
})

test('forwards a delivery that is stored late, with an earlier event than others', async () => {
  const stored = [delivery(1)]
  const { follower } = startList(stored)
  await follower.start(0)
  for (const second of [2, 3]) stored.push(delivery(second))
  await follower.poll(START + 4_000)
  expect(takeReady(follower)).toHaveLength(2)
  const late = delivery(-300)
  stored.push(late)
  await follower.poll(START + 6_000)
  expect(takeReady(follower)).toEqual([late.id])
})

test('forwards once what moves to another page while the pages are read', async () => {
  const stored = Array.from({ length: 150 }, (_, index) => delivery(index / 10))
  const { follower, requests } = startList(stored, (request) => {
    if (request === 2) stored.push(...Array.from({ length: 60 }, () => delivery(20)))
  })
  await follower.start(0)
  stored.push(...Array.from({ length: 130 }, (_, index) => delivery(16 + index / 100)))
  const ids = new Set<string>()
  for (let second = 20; second < 100; second += 2) {
    await follower.poll(START + second * 1000)
    for (const id of takeReady(follower)) {
      expect(ids).not.toContain(id)
      ids.add(id)
    }
  }
  expect(ids.size).toBe(190)
  expect(requests.length).toBeGreaterThan(40)
})

test('finds a late delivery behind pages of known deliveries with the next sweep', async () => {
  const stored = Array.from({ length: 250 }, (_, index) => delivery(index / 100))
  const { follower, requests } = startList(stored)
  await follower.start(0)
  const late = delivery(-60)
  stored.push(late)
  await follower.poll(START + 2_000)
  expect([requests.length, takeReady(follower)]).toEqual([4, []])
  await follower.poll(START + 31_000)
  expect([requests.length, takeReady(follower)]).toEqual([7, [late.id]])
})

test('waits for the first attempt, however long it takes, or for the failure without one', async () => {
  const stored = [delivery(1, 0), delivery(2, 0)]
  const { follower } = startList(stored)
  await follower.start(0)
  const [attempted, disabled] = [delivery(3, 0), delivery(4, 0)]
  stored.push(attempted, disabled)
  for (let minute = 1; minute < 60; minute++) await follower.poll(START + minute * 60_000)
  expect([takeReady(follower), follower.inbox.waiting]).toEqual([[], [attempted.id, disabled.id]])
  stored.splice(2, 2, { ...attempted, attemptCount: 1 }, { ...disabled, status: 'failed' })
  await follower.poll(START + 3_600_000)
  expect(takeReady(follower)).toEqual([attempted.id, disabled.id])
})

test('also forwards what is not older than --since', async () => {
  const stored = [delivery(-700), delivery(-121), delivery(-119), delivery(-1)]
  const { follower } = startList(stored)
  await follower.start(120_000)
  expect(takeReady(follower)).toEqual(stored.slice(2).map(({ id }) => id))
  const earlier = startList(stored).follower
  await earlier.start(3_600_000)
  expect(takeReady(earlier)).toEqual(stored.map(({ id }) => id))
})

test('reads all pages for --since, but few pages of older deliveries', async () => {
  const stored = Array.from({ length: 2_000 }, (_, index) => delivery(-index / 10))
  const all = startList(stored)
  await all.follower.start(3_600_000)
  expect([all.requests.length, takeReady(all.follower).length]).toEqual([20, 2_000])
  const few = startList(stored)
  await few.follower.start(0)
  expect(few.requests).toHaveLength(5)
  const added = [delivery(-49), delivery(1), delivery(2)]
  stored.push(...added)
  for (const second of [10, 40, 80]) await few.follower.poll(START + second * 1000)
  expect(takeReady(few.follower)).toEqual(added.map(({ id }) => id))
})

test('finds what was stored while it was not polled', async () => {
  const stored: Listed[] = []
  const { follower } = startList(stored)
  await follower.start(0)
  stored.push(...Array.from({ length: 700 }, (_, index) => delivery(index * 10)))
  await follower.poll(START + 7_200_000)
  expect(takeReady(follower)).toHaveLength(700)
})
