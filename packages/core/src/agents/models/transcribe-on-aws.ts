import { setTimeout } from 'node:timers/promises'
import type { AudioStream, StartStreamTranscriptionCommandInput } from '@aws-sdk/client-transcribe-streaming'
import { opusRate, opusSeconds } from './opus-seconds.ts'
import { findPrice, microUsdOfSpeech } from './prices.ts'
import type { Heard, Recording } from './transcribe.ts'

/** The name of its price. */
const MODEL = 'amazon-transcribe'
/** Amazon Transcribe needs as long as the sound lasts, and a turn has 90 seconds. */
const LONGEST_SECONDS = 60
/** How long it may take, and how much longer than a long sound. */
const [TIMEOUT_SECONDS, GRACE_SECONDS] = [30, 15]
/** The least that is charged for a request. */
const LEAST_SECONDS = 15
const CHUNK_MILLISECONDS = 200

/**
 * Transcribes a voice message with Amazon Transcribe (`StartStreamTranscription`), which identifies which of the `languages` is
 * spoken. Returns undefined for other formats than Ogg Opus, and for recordings of more than a minute.
 * @throws Error if Amazon Transcribe refuses the request or takes too long
 */
export async function transcribeOnAws(
  { bytes, signal }: Pick<Recording, 'bytes'> & { readonly signal: AbortSignal },
  languages: string,
): Promise<Heard | undefined> {
  const seconds = opusSeconds(bytes)
  if (seconds === 0 || seconds > LONGEST_SECONDS) return undefined
  const ended = AbortSignal.any([
    signal,
    AbortSignal.timeout(Math.max(TIMEOUT_SECONDS, seconds + GRACE_SECONDS) * 1000),
  ])
  const sound = { MediaEncoding: 'ogg-opus', MediaSampleRateHertz: opusRate(bytes) } as const
  const text = await hear({ ...sound, AudioStream: atRateOfSound(bytes, seconds, ended) }, languages, ended)
  const charged = Math.max(LEAST_SECONDS, seconds)
  return { text, seconds: charged, microUsd: microUsdOfSpeech(findPrice(MODEL) ?? {}, charged) }
}

const ignore = () => {}
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

type Sound = Pick<StartStreamTranscriptionCommandInput, 'AudioStream' | 'MediaEncoding' | 'MediaSampleRateHertz'>

export async function hear(sound: Sound, languages: string, signal: AbortSignal): Promise<string> {
  const { StartStreamTranscriptionCommand, TranscribeStreamingClient } = await import(
    '@aws-sdk/client-transcribe-streaming'
  )
  // A sent stream cannot be sent again. The SDK would write a line without facts about each error.
  const client = new TranscribeStreamingClient({ maxAttempts: 1, logger: SILENT })
  const stop = () => client.destroy()
  signal.addEventListener('abort', stop)
  try {
    const request = { ...sound, IdentifyLanguage: true, LanguageOptions: languages }
    const { TranscriptResultStream = [] } = await client.send(new StartStreamTranscriptionCommand(request), {
      abortSignal: signal,
    })
    const texts: string[] = []
    for await (const { TranscriptEvent } of TranscriptResultStream)
      for (const { IsPartial, Alternatives: [best] = [] } of TranscriptEvent?.Transcript?.Results ?? [])
        if (!IsPartial && best?.Transcript) texts.push(best.Transcript)
    return texts.join(' ')
  } finally {
    signal.removeEventListener('abort', stop)
    client.destroy()
  }
}

/** Amazon Transcribe asks for streams at the rate of the sound. */
async function* atRateOfSound(bytes: Uint8Array, seconds: number, signal: AbortSignal): AsyncGenerator<AudioStream> {
  const size = Math.ceil((bytes.length * CHUNK_MILLISECONDS) / (seconds * 1000))
  for (let at = 0; at < bytes.length; at += size) {
    yield { AudioEvent: { AudioChunk: bytes.subarray(at, at + size) } }
    await setTimeout(CHUNK_MILLISECONDS, undefined, { signal })
  }
}
