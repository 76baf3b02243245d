import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { lockDirectory, lockOwner, requireLock } from './lock-directory.ts'

test('a locked directory cannot be locked again until it is unlocked', () => {
  using parent = temporaryDirectory()
  const directory = join(parent.path, 'made', 'for', 'it')
  const unlock = lockDirectory(directory)
  expect(unlock).toBeTypeOf('function')
  expect(lockDirectory(directory)).toBeUndefined()
  expect(() => requireLock(directory)).toThrow(`${directory} is in use by process ${process.pid}`)
  unlock?.()
  const again = lockDirectory(directory)
  expect(again).toBeTypeOf('function')
  again?.()
})

test('the process id of a process that did not unlock is ignored', () => {
  using directory = temporaryDirectory()
  // Process 1 always runs: the id was assigned to another process.
  writeFileSync(join(directory.path, 'lock'), '1')
  const unlock = requireLock(directory.path)
  expect(() => requireLock(directory.path)).toThrow(`${directory.path} is in use by process ${process.pid}`)
  unlock()
})

test('the owner of a lock is known until the directory is unlocked', () => {
  using directory = temporaryDirectory()
  expect(lockOwner(join(directory.path, 'missing'))).toBeUndefined()
  expect(lockOwner(directory.path)).toBeUndefined()
  const unlock = requireLock(directory.path)
  expect(lockOwner(directory.path)).toBe(process.pid)
  unlock()
  expect(lockOwner(directory.path)).toBeUndefined()
})
