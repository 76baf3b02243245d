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

test.each([
  ['of one part', [RANGE]],
  ['of parts that alternate', [0, 1, 2].map((rest) => RANGE.filter((number) => number % 3 === rest))],
  ['of parts that follow each other', [RANGE.slice(0, 40), RANGE.slice(40, 45), RANGE.slice(45), []]],
])('returns every item %s once, newest first', async (_name, parts) => {
  const { pages, back } = await readThere(
    parts.map((numbers) => partOf(numbers).read),
    7,
    4,
  )
  const all = RANGE.toReversed().map(idOf)
  expect(pages.flat()).toEqual(all)
  expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true)
  // The newest page is a full one, so it may repeat items of the second page.
  expect([...new Set(back.flat())]).toEqual(all)
  expect(back.slice(0, -1).every((page) => page.length === 7)).toBe(true)
})

test('finds filtered items over several pages of bounded cost', async () => {
  const part = partOf(
    Array.from({ length: 9000 }, (_, index) => index),
    (number) => number === 100,
  )
  const pages = await readToEnd([part.read], 10, 100)
  expect(pages.flat()).toEqual([idOf(100)])
  expect(pages).toHaveLength(5)
})

test('reads no more items than a page needs', async () => {
  const part = partOf(RANGE)
  await listNewestFirst([part.read], { limit: 10, each: 10 })
  expect(part.state.examined).toBe(10)
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
