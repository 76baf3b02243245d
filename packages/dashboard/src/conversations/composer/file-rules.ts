import { DETECTED_BYTES, detectMimeType, type MediaKind, mediaLimit } from '@replywright/contract/media-types.ts'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'

export const KIND_NAMES = { image: 'Image', video: 'Video', audio: 'Audio', sticker: 'Sticker', document: 'Document' }

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** A file that can be sent, or the reason why it cannot. */
type CheckedFile =
  | { readonly kind: MediaKind; readonly mimeType: string; readonly problem: null }
  | { readonly kind: null; readonly problem: string }

/** Checks a file by its first bytes, its name and its size in bytes. */
export function checkFile(
  start: Uint8Array,
  { name, size }: { readonly name: string; readonly size: number },
): CheckedFile {
  const mimeType = detectMimeType(start, name)
  const limit = mimeType === undefined ? undefined : mediaLimit(mimeType)
  if (mimeType === undefined)
    return {
      kind: null,
      problem: 'This type of file can’t be sent. Send JPEG, PNG, MP4, MP3, PDF, text or Office files.',
    }
  if (!limit)
    return {
      kind: null,
      problem: `${mimeType.split('/')[1]?.toUpperCase() ?? mimeType} files can’t be sent. Send JPEG, PNG, MP4, MP3, PDF, text or Office files.`,
    }
  const { kind, maxBytes } = limit
  if (size > maxBytes)
    return {
      kind: null,
      problem: `${KIND_NAMES[kind]} files can have at most ${sizeText(maxBytes)}. This one has ${sizeText(size)}.`,
    }
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

/** The characters of a file's name that customers see. */
export const LONGEST_FILE_NAME = 60

/** Returns the name that the customer sees: what the member wrote, with the extension that the file has. */
export function sentFileName(written: string, fileName: string): string {
  const own = printableFileName(fileName)
  if (written.trim() === '') return own
  const extension = /\.[^.]+$/.exec(own)?.[0] ?? ''
  const hasExtension = extension === '' || written.trim().toLowerCase().endsWith(extension.toLowerCase())
  return printableFileName(hasExtension ? written.trim() : `${written.trim()}${extension}`)
}

/** Returns a size in words: `2.4 MB`, `120 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Number((bytes / MEGABYTE).toFixed(1))} MB`
  return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`
}
