import { StartStreamTranscriptionCommand, TranscribeStreamingClient } from '@aws-sdk/client-transcribe-streaming'
import { afterAll, expect, test } from 'vitest'
import type { Credentials } from '../resource.ts'
import { startTranscribe } from '../testing/transcribe-endpoint.ts'
import { areSigned, decodeMessages, encodeMessage } from './event-stream.ts'

const request = {
  IdentifyLanguage: true,
  LanguageOptions: 'es-US,en-US',
  MediaEncoding: 'ogg-opus',
  MediaSampleRateHertz: 48_000,
} as const
const { endpointUrl, principals, trusted, ...endpoint } = await startTranscribe()
afterAll(() => endpoint[Symbol.asyncDispose]())

async function* sound() {
  for (const size of [100, 23]) yield { AudioEvent: { AudioChunk: new Uint8Array(size) } }
}

async function transcribe(credentials: Credentials, more: object = {}) {
  const client = new TranscribeStreamingClient({
    endpoint: endpointUrl,
    region: 'eu-central-1',
    credentials,
    maxAttempts: 1,
  })
  try {
    const command = new StartStreamTranscriptionCommand({ ...request, ...more, AudioStream: sound() })
    const { TranscriptResultStream = [] } = await client.send(command)
    const events = []
    for await (const { TranscriptEvent } of TranscriptResultStream) events.push(TranscriptEvent?.Transcript?.Results)
    return events
  } finally {
    client.destroy()
  }
}

test('says how much it heard, after a part of it', async () => {
  expect(await transcribe(trusted)).toMatchObject([
    [{ IsPartial: true }],
    [{ IsPartial: false, LanguageCode: 'es-US', Alternatives: [{ Transcript: 'A voice message of 123 bytes.' }] }],
  ])
})

test('refuses what is not signed with the secret, what is not allowed, and what Amazon Transcribe does not accept', async () => {
  const error = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } })
  const forged = { ...trusted, secretAccessKey: 'other' }
  await expect(transcribe(forged)).rejects.toMatchObject(error('InvalidSignatureException', 403))
  const powerless = principals.issue({ arn: 'arn:aws:sts::000000000000:assumed-role/role/f', statements: [] })
  await expect(transcribe(powerless)).rejects.toMatchObject(error('AccessDeniedException', 403))
  for (const more of [
    { MediaEncoding: 'mp3' },
    { MediaSampleRateHertz: 96_000 },
    { LanguageOptions: 'en-US' },
    { IdentifyLanguage: false, LanguageCode: 'en-US' },
  ])
    await expect(transcribe(trusted, more), JSON.stringify(more)).rejects.toMatchObject(
      error('BadRequestException', 400),
    )
})

test('rejects damaged messages and messages without a signature', () => {
  const message = encodeMessage({ ':event-type': 'AudioEvent' }, Buffer.from('sound'))
  expect(decodeMessages(message)).toEqual([{ headers: { ':event-type': 'AudioEvent' }, body: Buffer.from('sound') }])
  expect(areSigned(decodeMessages(message), { authorization: '', secret: '' })).toBe(false)
  for (const damaged of [message.subarray(0, -1), Buffer.concat([message, Buffer.from('x')]), message.fill(0, 14, 15)])
    expect(() => decodeMessages(damaged)).toThrow('damaged')
})
