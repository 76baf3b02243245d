import { DETECTED_BYTES, detectMimeType, type MediaKind, mediaLimit } from '@messaging/contract/media-types.ts'
import { words } from './words.ts'

const { files } = words
const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** A file that can be sent, or the reason why it cannot. */
export type CheckedFile =
  | { readonly kind: MediaKind; readonly mimeType: string; readonly problem: null }
  | { readonly kind: null; readonly problem: string }

/** Checks a file by its first bytes, its name and its size in bytes. */
export function checkFile(
  start: Uint8Array,
  { name, size }: { readonly name: string; readonly size: number },
): CheckedFile {
  const mimeType = detectMimeType(start, name)
  const limit = mimeType === undefined ? undefined : mediaLimit(mimeType)
  if (mimeType === undefined) return { kind: null, problem: files.unknown }
  if (!limit) return { kind: null, problem: files.typed(mimeType.split('/')[1]?.toUpperCase() ?? mimeType) }
  const { kind, maxBytes } = limit
  if (size > maxBytes)
    return { kind: null, problem: files.tooLarge(files.kinds[kind], sizeText(size), sizeText(maxBytes)) }
  return { kind, mimeType, problem: null }
}

/** Reads the bytes that `checkFile` requires. */
export async function readStart(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, DETECTED_BYTES).arrayBuffer())
}

/** Returns whether a caption can be sent with a file. */
export function hasCaption(kind: MediaKind): boolean {
  return kind !== 'audio' && kind !== 'sticker'
}

/** Returns a size in words: `2.4 MB`, `120 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Number((bytes / MEGABYTE).toFixed(1))} MB`
  return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`
}
