import { expect, test } from 'vitest'
import { listPage, rethrowReadError } from './page.ts'

const ITEMS = Array.from({ length: 10 }, (_, index) => index)

/** A query over ten items that returns at most three at once and counts what it read. */
function query() {
  const state = { read: 0 }
  const read = async ({ limit, cursor }: { limit: number; cursor: string | null }) => {
    if (cursor === 'garbage') throw new Error('Invalid cursor')
    const start = Number(cursor ?? 0)
    const data = ITEMS.slice(start, start + Math.min(limit, 3))
    state.read += data.length
    const end = start + data.length
    return { data, cursor: end < ITEMS.length ? String(end) : null }
  }
  return { state, read }
}

test.each([
  [{ offset: 0, limit: 4 }, [0, 1, 2, 3], '4'],
  [{ offset: 3, limit: 4 }, [3, 4, 5, 6], '7'],
  [{ offset: 8, limit: 4 }, [8, 9], null],
  [{ offset: 20, limit: 4 }, [], null],
  [{ offset: 3, limit: 4, cursor: '3' }, [3, 4, 5, 6], '7'],
])('%o returns %o', async (page, items, nextCursor) => {
  expect(await listPage(page, query().read)).toEqual({ items, nextCursor })
})

test('reads only the page when there is a cursor', async () => {
  const { state, read } = query()
  await listPage({ offset: 6, limit: 2, cursor: '6' }, read)
  expect(state.read).toBe(2)
})

test('skips at most 1,000 items without a cursor, any number with one', async () => {
  const endless = async ({ limit }: { limit: number }) => ({
    data: Array.from({ length: limit }, () => 0),
    cursor: 'more',
  })
  await expect(listPage({ offset: 1001, limit: 2 }, endless)).rejects.toMatchObject({
    message: 'offset: must be at most 1000; use next to read on',
  })
  expect(await listPage({ offset: 1000, limit: 2 }, endless)).toMatchObject({ items: [0, 0] })
  expect(await listPage({ offset: 999_999_999, limit: 2 }, query().read)).toEqual({ items: [], nextCursor: null })
  expect(await listPage({ offset: 5000, limit: 2, cursor: '3' }, query().read)).toMatchObject({ items: [3, 4] })
})

test('rejects an invalid cursor with 400', async () => {
  const page = { offset: 0, limit: 2, cursor: 'garbage' }
  await expect(listPage(page, query().read)).rejects.toMatchObject({ code: 'validation_error' })
})

const encoded = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
const named = (name: string) => Object.assign(new Error(name), { name })
const wrapped = (name: string) => new Error('thrown by the client', { cause: named(name) })
const CURSOR = encoded({ pk: 'a', sk: 'b' })

test.each([
  ['text that is not a cursor', 'garbage', new Error('cannot be parsed')],
  ['JSON that is not a key', encoded(['a']).slice(3), new Error('cannot be parsed')],
  ['a key with a number', encoded({ pk: 'a', sk: 1 }), new Error('cannot be marshalled')],
  ['a key of another list', CURSOR, wrapped('ValidationException')],
])('rejects %s with 400', (_, cursor, error) => {
  expect(() => rethrowReadError({ cursor })(error)).toThrow(expect.objectContaining({ status: 400 }))
})

test.each([
  ['throttled', CURSOR, wrapped('ProvisionedThroughputExceededException')],
  ['without a connection', CURSOR, named('TimeoutError')],
  ['not allowed', CURSOR, wrapped('AccessDeniedException')],
  ['rejected without a cursor', undefined, wrapped('ValidationException')],
])('rethrows the error of a read that is %s', (_, cursor, error) => {
  expect(() => rethrowReadError({ cursor })(error)).toThrow(error)
})
