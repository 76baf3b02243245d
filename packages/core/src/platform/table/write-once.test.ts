import { expect, test } from 'vitest'
import { getWritten, isUnclaimed, newClaim, writeOnce } from './write-once.ts'

interface Stored {
  readonly by: string
  readonly until: number
}

/** One item of a table. The response of a write whose `by` is in `lost` is lost, so the SDK repeats the write. */
function tableWith(item: Stored | null, lost: readonly string[] = []) {
  let stored = item
  const claimOnce = (claim: Stored, now: number) => {
    const rejected = stored !== null && stored.until > now
    if (!rejected) stored = claim
    return { rejected, data: stored }
  }
  return {
    claim: async (claim: Stored, now: number, between?: () => void) => {
      const first = claimOnce(claim, now)
      if (!lost.includes(claim.by)) return first
      between?.()
      return claimOnce(claim, now)
    },
  }
}

const claimOf = (by: string, until = 10) => ({ by, until })
const isOwn =
  ({ by }: Stored) =>
  (stored: Stored) =>
    stored.by === by

test('a write has its effect, and another one is refused until the claim expires', async () => {
  const table = tableWith(null)
  const [a, b, late] = [claimOf('a'), claimOf('b'), claimOf('late', 20)]
  expect(await writeOnce(table.claim(a, 0), isOwn(a))).toEqual({ isWritten: true, item: a })
  expect(await writeOnce(table.claim(b, 9), isOwn(b))).toEqual({ isWritten: false, item: a })
  expect(await writeOnce(table.claim(late, 10), isOwn(late))).toEqual({ isWritten: true, item: late })
})

test('a write whose response was lost has its effect', async () => {
  const table = tableWith(null, ['a'])
  const a = claimOf('a')
  expect(await writeOnce(table.claim(a, 0), isOwn(a))).toEqual({ isWritten: true, item: a })
})

test('a write that another one has replaced before its repeat is not written', async () => {
  const table = tableWith(null, ['a'])
  const [a, b] = [claimOf('a'), claimOf('b', 30)]
  const other: Promise<unknown>[] = []
  const written = await writeOnce(
    table.claim(a, 0, () => other.push(table.claim(b, 10))),
    isOwn(a),
  )
  await Promise.all(other)
  expect(written).toEqual({ isWritten: false, item: b })
})

test('a write to an item that does not exist is not written', async () => {
  expect(await writeOnce(Promise.resolve({ rejected: true, data: null }), () => true)).toEqual({
    isWritten: false,
    item: null,
  })
})

test('returns the item that a write created or found', async () => {
  expect(await getWritten(Promise.resolve({ rejected: true, data: 'found' }), 'item 1')).toBe('found')
  await expect(getWritten(Promise.resolve({ rejected: true, data: null }), 'item 1')).rejects.toThrow(
    'item 1 was deleted concurrently',
  )
})

test('every claim is another one', () => {
  const [first, second] = [newClaim(5, 10), newClaim(5, 10)]
  expect(first.until).toBe(15)
  expect(first.by).not.toBe(second.by)
})

test('an item is unclaimed without a claim and at the end of one', () => {
  const operations = {
    notExists: (name: string) => `no ${name}`,
    lte: (name: string, value: number) => `${name} <= ${value}`,
  }
  expect(isUnclaimed('until', 5, operations)).toBe('(no until OR until <= 5)')
})
