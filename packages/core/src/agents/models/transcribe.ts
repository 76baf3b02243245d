import * as v from 'valibot'
import { openModelSettings } from './model-settings.ts'
import { opusSeconds } from './opus-seconds.ts'
import { findPrice, microUsdOfSpeech } from './prices.ts'

/** The name under which OpenAI-compatible servers offer transcription. */
const MODEL = 'whisper-1'
const TIMEOUT_MILLISECONDS = 30_000
const Transcription = v.object({ text: v.string() })

/**
 * Transcribes a voice message with the deployment's server (`POST /audio/transcriptions`), which identifies the language.
 * Returns undefined if there is no server, or if it fails. `now` in milliseconds.
 */
export async function transcribe(
  { bytes, mimeType, signal }: Recording & { readonly signal: AbortSignal },
  now: number,
): Promise<Heard | undefined> {
  const server = await openModelSettings(now)
  if (!server) return undefined
  const body = new FormData()
  body.set('model', MODEL)
  body.set('file', new Blob([Buffer.from(bytes)], { type: mimeType }), 'voice.ogg')
  try {
    const response = await fetch(`${server.baseUrl}/audio/transcriptions`, {
      method: 'POST',
      headers: server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {},
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    })
    const { success, output } = v.safeParse(Transcription, response.ok ? await response.json() : undefined)
    if (!success) return undefined
    const seconds = opusSeconds(bytes)
    return { text: output.text.trim(), seconds, microUsd: microUsdOfSpeech(findPrice(MODEL) ?? {}, seconds) }
  } catch {
    return undefined
  }
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
