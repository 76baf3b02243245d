import type { EpochMs } from '@replywright/contract/time.ts'
import { shorten } from '../../agents/models/shorten.ts'
import { type Heard, transcribe } from '../../agents/models/transcribe.ts'
import { storedKey } from '../../conversations/media/media.ts'
import { copyKey } from '../../conversations/media/media-keys.ts'
import { MessageEntity, type MessageItem } from '../../conversations/messages/message-entity.ts'
import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import type { Transcript } from './build-history.ts'
import { NO_TOKENS, plus, type Tokens } from './turn-cost.ts'

/** About ten minutes of a voice message. */
const LARGEST_BYTES = 5 * 1024 * 1024
const LONGEST_TRANSCRIPT = 10_000

/** Bounds the memory of a turn, and leaves time for its reply. */
const MOST_AT_ONCE = 4
const LATEST_START_MILLISECONDS = 40_000

/**
 * Transcribes the voice messages among the messages to answer, each once, and stores what they say. Those that could not begin
 * in time stay without a transcript.
 */
export async function hearVoices(
  transcript: Transcript,
  covers: readonly string[],
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
  open: typeof listen = listen,
  keep: typeof store = store,
): Promise<Transcript> {
  const until = performance.now() + LATEST_START_MILLISECONDS
  const hear = async (message: MessageItem): Promise<MessageItem> => {
    const { id, type, transcript: known } = message
    if (type !== 'audio' || known !== undefined || !covers.includes(id)) return message
    const started = performance.now()
    if (signal.aborted || started > until) return message
    const heard = await open(message, signal, clock())
    const durationMs = Math.round(performance.now() - started)
    log('voice.heard', { messageId: id, heard: heard !== undefined, durationMs })
    return heard === undefined ? message : await keep(message, heard)
  }
  const messages = [...transcript.messages]
  const waiting = transcript.messages.entries()
  const hearWaiting = async () => {
    for (const [index, message] of waiting) messages[index] = await hear(message)
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, hearWaiting))
  return { ...transcript, messages }
}

/** Returns what a voice message says, or undefined if it cannot be loaded or transcribed. */
async function listen(message: MessageItem, signal: AbortSignal, now: EpochMs): Promise<Heard | undefined> {
  try {
    return await hearFile(message, signal, now, storedKey)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return undefined
  }
}

/** Returns what our copy of a voice message says, or undefined without a copy. Nothing is asked of the channel. */
export async function listenToStored(
  message: MessageItem,
  signal: AbortSignal,
  now: EpochMs,
): Promise<Heard | undefined> {
  return await hearFile(message, signal, now, async (ref, file) => copyKey(ref, file))
}

async function hearFile(
  { organizationId, conversationId, id: messageId, media: [file] = [] }: MessageItem,
  signal: AbortSignal,
  now: EpochMs,
  keyOf: typeof storedKey,
): Promise<Heard | undefined> {
  if (file?.id === undefined) return undefined
  const { mimeType } = file
  const ref = { organizationId, conversationId, messageId, index: 0 }
  const stored = await findObject(await keyOf(ref, { id: file.id, mimeType }, now), LARGEST_BYTES)
  return stored?.bytes && (await transcribe({ bytes: stored.bytes, mimeType, signal }, now))
}

async function store(message: MessageItem, heard: Heard): Promise<MessageItem> {
  const { organizationId, conversationId, id } = message
  const { transcript, heard: charged } = withTranscript(message, heard)
  await MessageEntity.patch({ organizationId, conversationId, id }).set({ transcript, heard: charged }).go()
  return { ...message, transcript, heard: charged }
}

/** Returns a voice message with what it says. */
export function withTranscript(message: MessageItem, { text, ...heard }: Heard) {
  return { ...message, transcript: shorten(text, LONGEST_TRANSCRIPT), heard }
}

/** Returns what the transcription of the messages to answer cost. */
export function heardOf({ messages }: Transcript, covers: readonly string[]): Tokens {
  return messages
    .filter(({ id }) => covers.includes(id))
    .map(({ heard }) => ({ ...NO_TOKENS, voiceSeconds: heard?.seconds, microUsd: heard?.microUsd }))
    .reduce(plus, NO_TOKENS)
}
