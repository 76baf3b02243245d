import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDirectory } from './lock-directory.ts'

test('a locked directory cannot be locked again until it is unlocked', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'messaging-lock-'))
  const directory = join(parent, 'made', 'for', 'it')
  const unlock = lockDirectory(directory)
  expect(unlock).toBeTypeOf('function')
  expect(lockDirectory(directory)).toBeUndefined()
  unlock?.()
  const again = lockDirectory(directory)
  expect(again).toBeTypeOf('function')
  again?.()
  await rm(parent, { recursive: true, force: true })
})
