import { expect, test } from 'vitest'
import { oncePerKey } from './once-per-key.ts'

test('reads each key once, also for concurrent callers', async () => {
  const read: string[] = []
  const once = oncePerKey(async (organization: string, id: string) => {
    read.push(`${organization}/${id}`)
    return read.length
  })
  expect(await Promise.all([once('o', 'a'), once('o', 'b'), once('o', 'a')])).toEqual([1, 2, 1])
  expect(await once('o', 'b')).toBe(2)
  expect(read).toEqual(['o/a', 'o/b'])
})

test('retries a failed read on the next call', async () => {
  let calls = 0
  const once = oncePerKey(async (id: string) => {
    calls += 1
    if (calls === 1) throw new Error('the table does not respond')
    return id
  })
  const both = await Promise.allSettled([once('a'), once('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await once('a')).toBe('a')
  expect(calls).toBe(2)
})
