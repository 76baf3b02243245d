import { expect, test } from 'vitest'
import { oncePerKey } from './once-per-key.ts'

test('each key is read once, also by those that ask at the same time', async () => {
  const read: string[] = []
  const once = oncePerKey(async (organization: string, id: string) => {
    read.push(`${organization}/${id}`)
    return read.length
  })
  expect(await Promise.all([once('o', 'a'), once('o', 'b'), once('o', 'a')])).toEqual([1, 2, 1])
  expect(await once('o', 'b')).toBe(2)
  expect(read).toEqual(['o/a', 'o/b'])
})

test('a read that failed is made again', async () => {
  let calls = 0
  const once = oncePerKey(async (id: string) => {
    calls += 1
    if (calls === 1) throw new Error('the table does not answer')
    return id
  })
  const both = await Promise.allSettled([once('a'), once('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await once('a')).toBe('a')
  expect(calls).toBe(2)
})
