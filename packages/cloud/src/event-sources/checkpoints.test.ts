import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test.each(['', '{"streamArn":', '{}'])(
  'starts at the oldest record after the invalid file %o, and says so',
  async (content) => {
    using printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const file = join(dataDir, 'm.json')
    await writeFile(file, content)
    const checkpoints = new Checkpoints(file, 'one')
    // A mapping that starts at the newest record must not skip what was not delivered.
    expect([checkpoints.isNew, checkpoints.after('a')]).toEqual([false, undefined])
    expect(printed.mock.calls).toMatchObject([[expect.stringContaining(file), expect.any(Error)]])
  },
)

test('reports a failed write once, and stores the next state', async () => {
  const checkpoints = new Checkpoints(join(dataDir, 'other', 'm.json'), 'one')
  checkpoints.advance('a', '1')
  await checkpoints.flush()
  await rm(join(dataDir, 'other'), { recursive: true })
  await writeFile(join(dataDir, 'other'), 'not a folder any more')
  checkpoints.advance('a', '2')
  await vi.waitFor(() => expect(() => checkpoints.save()).toThrow('cannot be written'))
  await expect(checkpoints.flush()).rejects.toThrow('cannot be written')
  await rm(join(dataDir, 'other'))
  checkpoints.advance('a', '3')
  await checkpoints.flush()
  expect(new Checkpoints(join(dataDir, 'other', 'm.json'), 'one').after('a')).toBe('3')
})
