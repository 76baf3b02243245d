import { UnreadableError } from '../document-problem.ts'

/**
 * Decodes a text file: by its byte order mark, else as UTF-8 if valid, else as `declared`, else as Windows-1252.
 * @throws UnreadableError `not_text` for a text with null characters
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const text = decode(bytes, declared)
  if (text.includes('\0')) throw new UnreadableError('not_text')
  return text
}

function decode(bytes: Uint8Array, declared: string | undefined): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return tryDecode(bytes, 'utf-8') ?? tryDecode(bytes, declared) ?? new TextDecoder('windows-1252').decode(bytes)
}

function tryDecode(bytes: Uint8Array, charset: string | undefined): string | undefined {
  if (charset === undefined) return undefined
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
