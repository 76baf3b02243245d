import type { EpochMs } from '@replywright/contract/time.ts'
import type { LanguageModel } from 'ai'
import { seesFiles } from '../../agents/models/models.ts'
import type { StepFile } from '../../agents/models/step-messages.ts'
import type { InboundFile } from '../../channel/port.ts'
import { storedKey } from '../../conversations/media/media.ts'
import { copyKey } from '../../conversations/media/media-keys.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import { settings } from '../../platform/settings.ts'
import type { History, HistoryFile, HistoryMessage } from './build-history.ts'

/** The largest files that Amazon Bedrock accepts, in bytes. */
const LARGEST_PICTURE = 3.75 * 1024 * 1024
const LARGEST_PDF = 4.5 * 1024 * 1024
/** Bounds the request, which contains the files in base64. */
const MOST_FILES = 4
/** A file that does not load takes 25 s. The rest of the turn's time is for its reply. */
const LATEST_START_MILLISECONDS = 20_000
/** Measured: a call of the model takes 106 MB without files, and 8.6 times their bytes. */
const MEGABYTES_WITHOUT_FILES = 160
const MEMORY_PER_BYTE = 9
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const PDF = 'application/pdf'

const BLIND = 'you cannot see files'
const TOO_MANY = { unseen: 'there are too many files' }
const NOT_LOADED = { unseen: 'it could not be loaded' }
const TOO_LARGE = 'it is too large'
/** The problem of a file whose copy was never made, or is no longer stored. */
export const NOT_STORED = 'it is not stored'

/** What the model sees of a file: its bytes, or why it does not. */
export type Shown = StepFile | { readonly unseen: string }

/** Returns the history with the pictures and PDF files of the messages to answer. The others are described in words. */
export async function showFiles(
  history: Pick<History, 'messages' | 'files'>,
  model: LanguageModel,
  now: EpochMs,
  open: typeof openFile = openFile,
  mostBytes = bytesInMemory(settings.AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
): Promise<HistoryMessage[]> {
  return attachFiles(history, await seeFiles(history.files, model, now, open, mostBytes))
}

/** Returns what the model sees of each file. */
export async function seeFiles(
  files: readonly HistoryFile[],
  model: LanguageModel,
  now: EpochMs,
  open: typeof openFile,
  mostBytes = bytesInMemory(settings.AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
): Promise<Shown[]> {
  if (files.length === 0) return []
  const readable = files.filter(isReadable).slice(-MOST_FILES)
  const isBlind = readable.length > 0 && (await seesFiles(model, now)) === false
  const shown: Shown[] = []
  let bytes = 0
  const until = performance.now() + LATEST_START_MILLISECONDS
  // One after the other, the latest first: they share the memory.
  for (const file of files.toReversed()) {
    const next = unseenWithoutOpening(file) ?? (isBlind ? { unseen: BLIND } : undefined)
    const late = readable.includes(file) ? performance.now() > until && NOT_LOADED : TOO_MANY
    const opened = next ?? (late || (await open(file, now, mostBytes - bytes)))
    if ('bytes' in opened) bytes += opened.bytes.length
    shown.unshift(opened)
  }
  log('turn.files', { files: files.length, shown: shown.filter((file) => 'bytes' in file).length, bytes })
  return shown
}

/** Returns the history with its files, in their order. */
export function attachFiles(
  { messages, files }: Pick<History, 'messages' | 'files'>,
  shown: readonly Shown[],
): HistoryMessage[] {
  if (files.length === 0) return [...messages]
  return messages.map((message, position) =>
    message.role === 'user'
      ? attach(
          message,
          shown.filter((_, index) => files[index]?.position === position),
        )
      : message,
  )
}

/** Returns messages for a model that rejected their files. */
export function hideFiles(messages: readonly HistoryMessage[]): HistoryMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || !message.files) return message
    const { role, text, files } = message
    return attach(
      { role, text },
      files.map(() => ({ unseen: BLIND })),
    )
  })
}

export function hasFiles(messages: readonly HistoryMessage[]): boolean {
  return messages.some((message) => message.role === 'user' && message.files !== undefined)
}

type UserMessage = Extract<HistoryMessage, { role: 'user' }>

function attach({ role, text }: UserMessage, shown: readonly Shown[]): UserMessage {
  const seen = shown.flatMap((file) => ('bytes' in file ? [file] : []))
  const unseen = [...new Set(shown.flatMap((file) => ('unseen' in file ? [file.unseen] : [])))]
  const notes = unseen.map((reason) => `[A file is not shown to you: ${reason}. Say so if you need it.]`)
  return { role, text: [text, ...notes].join(' '), ...(seen.length > 0 && { files: seen }) }
}

function isReadable({ type, file }: HistoryFile): boolean {
  const mimeType = baseType(file.mimeType)
  return type !== 'sticker' && (mimeType === PDF || PICTURES.includes(mimeType))
}

function baseType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase()
}

function unseenWithoutOpening(file: HistoryFile): Shown | undefined {
  if (file.type === 'audio') return { unseen: 'the voice message could not be heard' }
  return isReadable(file) ? undefined : { unseen: 'files of this type cannot be read' }
}

/** Returns the bytes of files that a call of the model may have in a function with this memory. */
export function bytesInMemory(megabytes: number): number {
  return ((megabytes - MEGABYTES_WITHOUT_FILES) / MEMORY_PER_BYTE) * 1024 * 1024
}

/** Opens our copy of a file, which the first reader makes. */
async function openFile({ ref, file }: HistoryFile, now: EpochMs, mostBytes: number): Promise<Shown> {
  try {
    return (await readCopy(await storedKey(ref, file, now), file, mostBytes)) ?? { unseen: TOO_LARGE }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return NOT_LOADED
  }
}

/** Opens our copy of a file if there is one. Nothing is asked of the channel. */
export async function openStoredFile({ ref, file }: HistoryFile, _: number, mostBytes: number): Promise<Shown> {
  return (await readCopy(copyKey(ref, file), file, mostBytes)) ?? { unseen: NOT_STORED }
}

/** Returns a copy, or why it is not shown; undefined if there is none. */
async function readCopy(key: string, { mimeType: type }: InboundFile, mostBytes: number): Promise<Shown | undefined> {
  const mimeType = baseType(type)
  const largest = mimeType === PDF ? LARGEST_PDF : LARGEST_PICTURE
  const stored = await findObject(key, Math.min(largest, mostBytes))
  if (!stored) return undefined
  if (stored.bytes) return { mimeType, bytes: stored.bytes }
  return mostBytes < largest ? TOO_MANY : { unseen: TOO_LARGE }
}
