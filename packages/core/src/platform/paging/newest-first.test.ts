import { expect, test } from 'vitest'
import { listNewestFirst, newerThan, type ReadPart } from './newest-first.ts'

const idOf = (number: number) => String(number).padStart(6, '0')

/** A part that holds `numbers` and returns those that pass the filter. */
function partOf(numbers: readonly number[], matches: (number: number) => boolean = () => true) {
  const ids = numbers.toSorted((a, b) => b - a)
  const state = { examined: 0 }
  const read: ReadPart<{ id: string }> = async ({ from, direction, limit }) => {
    const rest =
      direction === 'older'
        ? ids.filter((number) => from === undefined || idOf(number) < from)
        : ids.filter((number) => from === undefined || idOf(number) > from).toReversed()
    const page = rest.slice(0, limit)
    state.examined += page.length
    const last = page.at(-1)
    return {
      items: page.filter(matches).map((number) => ({ id: idOf(number) })),
      end: last === undefined || page.length === rest.length ? null : idOf(last),
    }
  }
  return { read, state }
}

/** Reads all pages, first to the oldest and then back to the newest. Returns both ways in the order of the list. */
async function readThere(parts: readonly ReadPart<{ id: string }>[], limit: number, each: number) {
  const pages: string[][] = []
  const back: string[][] = []
  let page = await listNewestFirst(parts, { limit, each })
  pages.push(page.items.map(({ id }) => id))
  while (page.nextCursor !== null) {
    page = await listNewestFirst(parts, { cursor: page.nextCursor, limit, each })
    pages.push(page.items.map(({ id }) => id))
  }
  back.unshift(page.items.map(({ id }) => id))
  while (page.previousCursor !== null) {
    page = await listNewestFirst(parts, { cursor: page.previousCursor, limit, each })
    back.unshift(page.items.map(({ id }) => id))
  }
  return { pages, back }
}

async function readToEnd(parts: readonly ReadPart<{ id: string }>[], limit: number, each: number) {
  return (await readThere(parts, limit, each)).pages
}

const RANGE = Array.from({ length: 100 }, (_, index) => index)
const ALTERNATING = [0, 1, 2].map((rest) => RANGE.filter((number) => number % 3 === rest))
const FOLLOWING = [RANGE.slice(0, 40), RANGE.slice(40, 45), RANGE.slice(45), []]

test.each([
  ['of one part', 7, [RANGE]],
  ['of parts that alternate', 7, ALTERNATING],
  ['of parts that follow each other', 7, FOLLOWING],
  ['of parts on one page', 70, FOLLOWING],
])('returns every item %s once, newest first, %i per page', async (_name, limit, parts) => {
  const { pages, back } = await readThere(
    parts.map((numbers) => partOf(numbers).read),
    limit,
    4,
  )
  const all = RANGE.toReversed().map(idOf)
  expect(pages.flat()).toEqual(all)
  expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
  // The newest page is a full one, so it may repeat items of the second page.
  expect([...new Set(back.flat())]).toEqual(all)
  expect(back.slice(0, -1).every((page) => page.length === limit)).toBe(true)
})

const MANY = Array.from({ length: 9000 }, (_, index) => index)

test('finds filtered items over several pages of bounded cost', async () => {
  const part = partOf(MANY, (number) => number === 100)
  const pages = await readToEnd([part.read], 10, 100)
  expect(pages.flat()).toEqual([idOf(100)])
  expect(pages).toHaveLength(5)
})

test.each([
  ['older', undefined, [MANY], { nextCursor: idOf(7000), previousCursor: null, stoppedAt: idOf(7000) }],
  ['newer', newerThan(idOf(999)), [MANY], { nextCursor: idOf(999), stoppedAt: idOf(2999) }],
  // A read of an empty part counts, too.
  ['older', undefined, [MANY, []], { stoppedAt: idOf(7100) }],
] as const)('stops a search for %s items from %s without results', async (_direction, cursor, parts, page) => {
  const reads = parts.map((numbers) => partOf(numbers, () => false).read)
  expect(await listNewestFirst(reads, { cursor, limit: 10, each: 100 })).toMatchObject({ items: [], ...page })
})

test.each([
  ['older', undefined, [RANGE], 10, 10],
  ['newer', newerThan(idOf(0)), [RANGE], 10, 10],
  ['newer, up to the newest', newerThan(idOf(89)), [RANGE], 10, 10],
  ['older, of parts that alternate', undefined, ALTERNATING, 10, 12],
  ['newer, of parts that alternate', newerThan(idOf(0)), ALTERNATING, 10, 12],
  // The first part is read twice.
  ['older, of parts that follow each other', undefined, FOLLOWING, 7, 20],
])('reads no more items than a page needs: %s', async (_name, cursor, parts, limit, examined) => {
  const read = parts.map((numbers) => partOf(numbers))
  await listNewestFirst(
    read.map((part) => part.read),
    { cursor, limit, each: parts.length === 1 ? limit : 4 },
  )
  expect(read.reduce((sum, { state }) => sum + state.examined, 0)).toBe(examined)
})

test('a page of newer items that is not full is extended to the newest page', async () => {
  const page = await listNewestFirst([partOf(RANGE).read], { cursor: newerThan(idOf(94)), limit: 7, each: 7 })
  expect(page.items.map(({ id }) => id)).toEqual([99, 98, 97, 96, 95, 94, 93].map(idOf))
  expect(page).toMatchObject({ nextCursor: idOf(93), previousCursor: null, stoppedAt: null })
})

test('a full page of all items is the newest and the oldest', async () => {
  const page = await listNewestFirst([partOf(RANGE).read], { limit: 100, each: 100 })
  expect(page).toMatchObject({ nextCursor: null, previousCursor: null, stoppedAt: null })
})

test('follows newer items: each page has only those, and a full page continues after its newest item', async () => {
  const numbers = [0, 1, 2]
  const read: ReadPart<{ id: string }> = (options) => partOf(numbers).read(options)
  const follow = (cursor: string) => listNewestFirst([read], { cursor, limit: 3, each: 3, fillsNewest: false })
  expect(await follow(newerThan(idOf(2)))).toMatchObject({ items: [], nextCursor: idOf(2), previousCursor: null })
  numbers.push(3, 4, 5, 6)
  const full = await follow(newerThan(idOf(2)))
  expect(full).toMatchObject({ items: [{ id: idOf(5) }, { id: idOf(4) }, { id: idOf(3) }], nextCursor: idOf(3) })
  expect(full.previousCursor).toBe(newerThan(idOf(5)))
  expect(await follow(newerThan(idOf(5)))).toMatchObject({ items: [{ id: idOf(6) }], previousCursor: null })
  // A full page at the end of all parts has a cursor too.
  expect(await follow(newerThan(idOf(3)))).toMatchObject({ previousCursor: newerThan(idOf(6)) })
})

test('returns one empty page without parts', async () => {
  expect(await listNewestFirst([], { limit: 10, each: 10 })).toEqual({
    items: [],
    nextCursor: null,
    previousCursor: null,
    stoppedAt: null,
  })
})
