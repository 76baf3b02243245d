import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ActivityCursor,
  type ActivitySource,
  byActivity,
  ENTRY_LAG_MILLISECONDS,
  LIST_SHARDS,
  listActivityPage,
} from './activity-pages.ts'

interface Stored {
  readonly id: string
  readonly listedAt: number
  readonly lastMessageAt: number
}

/** Returns an index in memory, and counts what is read from it. */
function sourceOf(stored: readonly Stored[]) {
  const read = { entries: 0, items: 0 }
  const source: ActivitySource<Stored> = {
    async entries(shard, from, limit) {
      const found = stored
        .filter(({ id }) => Number(id) % LIST_SHARDS === shard)
        .map(({ id, listedAt: time }) => ({ time, id }))
        .filter(({ time, id }) => time < from.time || (time === from.time && id <= from.id))
        .toSorted((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
      read.entries += found.length
      return found
    },
    async items(ids) {
      read.items += ids.length
      return stored.filter(({ id }) => ids.includes(id)).toReversed()
    },
  }
  return { source, read }
}

const stored = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 100, max: 399 }).map(String),
      listedAt: fc.integer({ min: 1, max: 20 }).map((n) => n * 50_000),
      later: fc.integer({ min: 0, max: ENTRY_LAG_MILLISECONDS - 1 }),
    }),
    { selector: ({ id }) => id, maxLength: 120, size: 'max' },
  )
  .map((some) => some.map(({ id, listedAt, later }): Stored => ({ id, listedAt, lastMessageAt: listedAt + later })))

const limits = fc.integer({ min: 1, max: 30 })
const isWanted = ({ id }: Stored) => Number(id) % 3 > 0

test('all pages together are the whole list, latest activity first', async () => {
  await fc.assert(
    fc.asyncProperty(stored, limits, fc.boolean(), async (all, limit, filtered) => {
      const { source } = sourceOf(all)
      const wanted = filtered ? isWanted : () => true
      const listed: Stored[] = []
      let cursor: ActivityCursor | null | undefined
      for (let pages = 0; cursor !== null; pages++) {
        const page = await listActivityPage(source, { cursor, limit, isWanted: wanted })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        if (page.cursor) expect(page.items).toHaveLength(limit)
        listed.push(...page.items)
        cursor = page.cursor
        expect(pages).toBeLessThan(300)
      }
      expect(listed).toEqual(all.filter(wanted).toSorted(byActivity))
    }),
  )
})

test('pages hold each conversation once and cost no more if too many are active at once', async () => {
  await fc.assert(
    fc.asyncProperty(stored, limits, fc.integer({ min: 0, max: 20 }), async (all, limit, more) => {
      const { source, read } = sourceOf(all)
      const listed: string[] = []
      let cursor: ActivityCursor | null | undefined
      for (let pages = 0; cursor !== null; pages++) {
        read.items = 0
        const page = await listActivityPage(source, { cursor, limit, isWanted, atMost: limit + more })
        expect(read.items).toBeLessThanOrEqual(limit + more)
        listed.push(...page.items.map(({ id }) => id))
        cursor = page.cursor
        expect(pages).toBeLessThan(300)
      }
      const wanted = all.filter(isWanted).map(({ id }) => id)
      expect(listed.toSorted()).toEqual(wanted.toSorted())
    }),
  )
})

test('activity between two pages moves only the active conversation', async () => {
  await fc.assert(
    fc.asyncProperty(stored, limits, fc.infiniteStream(fc.nat()), async (all, limit, choices) => {
      const now = [...all]
      const moved = new Set<string>()
      const listed: string[] = []
      let cursor: ActivityCursor | null | undefined
      for (let pages = 0; cursor !== null; pages++) {
        const page = await listActivityPage(sourceOf(now).source, { cursor, limit, isWanted, atMost: limit + 5 })
        listed.push(...page.items.map(({ id }) => id))
        cursor = page.cursor
        expect(pages).toBeLessThan(300)
        const index = now.length > 0 ? (choices.next().value ?? 0) % now.length : 0
        const one = now[index]
        if (!one) continue
        moved.add(one.id)
        const at = 2_000_000 + pages
        now[index] = { ...one, listedAt: at, lastMessageAt: at }
      }
      const quiet = (ids: readonly string[]) => ids.filter((id) => !moved.has(id)).toSorted()
      expect(quiet(listed)).toEqual(quiet(all.filter(isWanted).map(({ id }) => id)))
    }),
  )
})

test('a page of an inactive list reads few entries besides its own', async () => {
  const all = Array.from({ length: 2000 }, (_, n): Stored => {
    const at = (n + 1) * 1_000_000
    return { id: String(10_000 + n), listedAt: at, lastMessageAt: at }
  })
  const { source, read } = sourceOf(all)
  await listActivityPage(source, { limit: 20, isWanted: () => true })
  expect(read.items).toBeLessThanOrEqual(30)
  expect(read.entries).toBeLessThanOrEqual(100)
})
