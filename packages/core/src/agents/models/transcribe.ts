import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { openModelSettings } from './models.ts'
import { opusSeconds } from './opus-seconds.ts'
import { findPrice, microUsdOfSpeech } from './prices.ts'
import { transcribeOnAws } from './transcribe-on-aws.ts'

/** The name under which OpenAI-compatible servers offer transcription. */
const MODEL = 'whisper-1'
const TIMEOUT_MILLISECONDS = 30_000
const Transcription = v.object({ text: v.string() })
/** What Whisper tells about its charge. */
const Charged = v.object({ usage: v.object({ seconds: v.pipe(v.number(), v.minValue(0)) }) })
/** Longer recordings are not transcribed: a few bytes can contain hours of silence. */
const LONGEST_SECONDS = 1800
/** The usual rate of speech, for formats whose length is not read. */
const BYTES_PER_SECOND = 4000

/**
 * Transcribes a voice message with Amazon Transcribe if the deployment names languages for it, or else with its model
 * server. Returns undefined if there is neither, if it fails, and for recordings that are too long.
 */
export async function transcribe(
  recording: Recording & { readonly signal: AbortSignal },
  now: EpochMs,
): Promise<Heard | undefined> {
  const languages = settings.TRANSCRIBE_LANGUAGES
  try {
    return languages ? await transcribeOnAws(recording, languages) : await transcribeOnServer(recording, now)
  } catch (error) {
    logError('voice.failed', error)
    return undefined
  }
}

/**
 * Calls `POST /audio/transcriptions` of the deployment's server, which identifies the language. Recordings of more than half an
 * hour are not sent. The seconds are those that the server charges, or else those of the sound.
 */
async function transcribeOnServer(
  { bytes, mimeType, signal }: Recording & { readonly signal: AbortSignal },
  now: EpochMs,
): Promise<Heard | undefined> {
  const server = await openModelSettings(now)
  if (!server || recordedSeconds(bytes) > LONGEST_SECONDS) return undefined
  const body = new FormData()
  body.set('model', MODEL)
  body.set('file', new Blob([Buffer.from(bytes)], { type: mimeType }), 'voice.ogg')
  const response = await fetch(`${server.baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {},
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
  })
  const answer = response.ok ? await response.json() : undefined
  const { success, output } = v.safeParse(Transcription, answer)
  if (!success) return undefined
  const seconds = chargedSeconds(answer, bytes)
  return { text: output.text.trim(), seconds, microUsd: microUsdOfSpeech(findPrice(MODEL) ?? {}, seconds) }
}

/** Returns the seconds of a transcription that are counted, by the server's answer or else by the sound, rounded up. */
export function chargedSeconds(answer: unknown, bytes: Uint8Array): number {
  return v.is(Charged, answer) ? Math.ceil(answer.usage.seconds) : recordedSeconds(bytes)
}

function recordedSeconds(bytes: Uint8Array): number {
  return opusSeconds(bytes) || Math.ceil(bytes.length / BYTES_PER_SECOND)
}

/** What a voice message says, its length in whole seconds, and the price of the transcription. */
export interface Heard {
  readonly text: string
  readonly seconds: number
  readonly microUsd: number
}

export interface Recording {
  readonly bytes: Uint8Array
  readonly mimeType: string
}
