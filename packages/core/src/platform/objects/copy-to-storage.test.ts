import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { copyToStorage } from './copy-to-storage.ts'
import { s3 } from './s3.ts'

vi.stubEnv('BUCKET_NAME', 'bucket')
afterAll(() => vi.unstubAllEnvs())
const storage = mockClient(s3)
afterEach(() => storage.reset())

/** A storage that reads the whole body. */
const reading = async ({ Body }: PutObjectCommandInput) => {
  if (Body instanceof Readable) await buffer(Body)
  return {}
}
const file = (bytes: Readable) => ({ bytes, contentType: 'video/mp4', size: 100_000_000 })

test('stores a file as a stream of a known size', async () => {
  storage.on(PutObjectCommand).callsFake(reading)
  await copyToStorage('media/1', file(Readable.from([Buffer.from('bytes')])), new AbortController().signal)
  const [call] = storage.commandCalls(PutObjectCommand)
  expect(call?.args[0].input).toMatchObject({ Key: 'media/1', ContentType: 'video/mp4', ContentLength: 100_000_000 })
  expect(call?.args[0].input.Body).toBeInstanceOf(Readable)
  // A large file may take longer than other requests. Its signal limits the time.
  expect(call?.args.at(1)).toMatchObject({ requestTimeout: 0 })
})

test('stops a copy that takes too long, and tells the caller to try again', async () => {
  storage.on(PutObjectCommand).callsFake(reading)
  const slow = new Readable({ read: () => {} })
  const limit = new AbortController()
  const copied = copyToStorage('media/1', file(slow), limit.signal)
  limit.abort()
  await expect(copied).rejects.toMatchObject({ code: 'upstream_error', message: expect.stringContaining('Try again') })
  expect(slow.destroyed).toBe(true)
})

test('blames the provider for a broken file, but not for a storage error', async () => {
  storage.on(PutObjectCommand).callsFake(reading)
  const broken = new Readable({ read: () => broken.destroy(new Error('socket hang up')) })
  const never = new AbortController().signal
  await expect(copyToStorage('media/1', file(broken), never)).rejects.toMatchObject({
    code: 'upstream_error',
    message: expect.stringContaining('interrupted the file'),
  })
  storage.on(PutObjectCommand).rejects(new Error('SlowDown'))
  const whole = Readable.from([Buffer.from('bytes')])
  await expect(copyToStorage('media/1', file(whole), never)).rejects.toThrow('SlowDown')
  expect(whole.destroyed).toBe(true)
})
