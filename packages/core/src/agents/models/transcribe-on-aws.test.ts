import { readFileSync } from 'node:fs'
import { startTranscribe } from '@replywright/cloud/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkTranscribe } from './check-model.ts'
import { opusRate } from './opus-seconds.ts'
import { transcribe } from './transcribe.ts'
import { transcribeOnAws } from './transcribe-on-aws.ts'

const bytes = readFileSync('packages/simulators/src/provider/samples/voice.ogg')
const { signal } = new AbortController()
const endpoint = await startTranscribe()
beforeAll(() => {
  for (const [name, value] of Object.entries(endpoint.environment)) vi.stubEnv(name, value)
})
afterAll(() => endpoint[Symbol.asyncDispose]())

test('hears an Ogg Opus file in one of several languages, and counts the least that is charged', async () => {
  const heard = await transcribeOnAws({ bytes, signal }, 'en-US,de-DE')
  expect(heard).toEqual({ text: `A voice message of ${bytes.length} bytes.`, seconds: 15, microUsd: 6000 })
})

test('does not send other formats, nor what lasts longer than a minute', async () => {
  const long = Buffer.concat(Array(60).fill(bytes))
  for (const other of [Buffer.from('ID3'), long])
    expect(await transcribeOnAws({ bytes: other, signal }, 'en-US,de-DE')).toBeUndefined()
})

test('is checked with silence, and throws what Amazon Transcribe answers', async () => {
  await checkTranscribe('en-US,de-DE', signal)
  await expect(checkTranscribe('en-US', signal)).rejects.toMatchObject({ name: 'BadRequestException' })
})

test('an ended turn ends the stream, and nothing was heard', async () => {
  const hearing = transcribeOnAws({ bytes, signal: AbortSignal.timeout(300) }, 'en-US,de-DE')
  await expect(hearing).rejects.toThrow(/abort/i)
  vi.stubEnv('TRANSCRIBE_LANGUAGES', 'en-US,de-DE')
  expect(await transcribe({ bytes, mimeType: 'audio/ogg', signal: AbortSignal.abort() }, 0)).toBeUndefined()
})

test.each([
  ['the sample', bytes, 48_000],
  ['a file without a rate', Buffer.from('OpusHead'), 48_000],
])('reads the sample rate of %s', (_, file, rate) => {
  expect(opusRate(file)).toBe(rate)
})
