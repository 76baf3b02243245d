import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openKeyRing } from './ciphertext.ts'

test('stores different keys that only their owner can read', () => {
  using directory = temporaryDirectory()
  const { keys } = openKeyRing(directory.path, ['a', 'b'])
  expect(keys.get('a')).toHaveLength(32)
  expect(keys.get('a')).not.toEqual(keys.get('b'))
  expect(openKeyRing(directory.path, ['b', 'a']).keys).toEqual(new Map([...keys].toReversed()))
  expect(readdirSync(directory.path)).toEqual(['a.key', 'b.key'])
  expect(statSync(join(directory.path, 'a.key')).mode & 0o777).toBe(0o600)
})

test('keeps a key that a call added', () => {
  using directory = temporaryDirectory()
  const { keys, add } = openKeyRing(directory.path, ['a'])
  add('made')
  expect(openKeyRing(directory.path, ['a']).keys).toEqual(keys)
  expect(keys.get('made')).toHaveLength(32)
})

test('throws for a damaged key instead of creating a new one', () => {
  using directory = temporaryDirectory()
  openKeyRing(directory.path, ['a'])
  truncateSync(join(directory.path, 'a.key'), 5)
  expect(() => openKeyRing(directory.path, ['a'])).toThrow('a.key is not a key of 32 bytes')
})
