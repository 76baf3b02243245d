import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Checkpoints } from './checkpoints.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'checkpoints-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('restores the checkpoints of the same stream only', async () => {
  const file = join(dataDir, 'folder', 'm.json')
  const first = new Checkpoints(file, 'one')
  expect(first.isNew).toBe(true)
  for (const after of ['1', '2', '3']) first.advance('a', after)
  first.advance('b', '7')
  first.finish('b')
  await first.flush()
  const again = new Checkpoints(file, 'one')
  expect([again.isNew, again.after('a'), again.isDone('a')]).toEqual([false, '3', false])
  expect([again.after('b'), again.isDone('b')]).toEqual(['7', true])
  expect(new Checkpoints(file, 'two')).toMatchObject({ isNew: true })
})

test('throws for an invalid file instead of starting again', async () => {
  const file = join(dataDir, 'm.json')
  await writeFile(file, '{"streamArn":')
  expect(() => new Checkpoints(file, 'one')).toThrow(file)
})

test('reports a failed write at the next one', async () => {
  const checkpoints = new Checkpoints(join(dataDir, 'other', 'm.json'), 'one')
  checkpoints.advance('a', '1')
  await checkpoints.flush()
  await rm(join(dataDir, 'other'), { recursive: true })
  await writeFile(join(dataDir, 'other'), 'not a folder any more')
  checkpoints.advance('a', '2')
  await expect(checkpoints.flush()).rejects.toThrow('cannot be written')
  expect(() => checkpoints.advance('a', '3')).toThrow('cannot be written')
})
