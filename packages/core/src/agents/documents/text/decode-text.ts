import type { IDetectedMap } from 'jschardet'
import { UnreadableError } from '../document-problems.ts'
import { chooseEncoding, readsAsText } from './choose-encoding.ts'

export interface DecodeOptions {
  /** The encoding that the document's owner chose. */
  readonly chosen?: string | undefined
  /** Encodings that the file, or the response that it came with, declares; the most reliable one first. */
  readonly declared?: readonly string[]
}

/** Encodings that are detected, as the detector names them, and as `TextDecoder` does. */
const DETECTED: ReadonlyMap<string, string> = new Map([
  ['Windows-1250', 'windows-1250'],
  ['Windows-1251', 'windows-1251'],
  ['Windows-1252', 'windows-1252'],
  ['Windows-1253', 'windows-1253'],
  ['Windows-1254', 'windows-1254'],
  ['Windows-1255', 'windows-1255'],
  ['Windows-1256', 'windows-1256'],
  ['Windows-1257', 'windows-1257'],
  ['Windows-1258', 'windows-1258'],
  ['ISO-8859-2', 'iso-8859-2'],
  ['ISO-8859-5', 'iso-8859-5'],
  ['ISO-8859-6', 'iso-8859-6'],
  ['ISO-8859-7', 'iso-8859-7'],
  ['ISO-8859-8', 'iso-8859-8'],
  ['ISO-8859-9', 'windows-1254'],
  ['ISO-8859-13', 'iso-8859-13'],
  ['iso8859-15', 'iso-8859-15'],
  ['CP874', 'windows-874'],
  ['TIS-620', 'windows-874'],
  ['KOI8-R', 'koi8-r'],
  ['koi8-u', 'koi8-u'],
  ['IBM866', 'ibm866'],
  ['MacRoman', 'macintosh'],
  ['SHIFT_JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['GB18030', 'gb18030'],
  ['Big5', 'big5'],
  ['EUC-KR', 'euc-kr'],
])

/** Encodings of computers before 2000. Few files have them, and almost any bytes are valid in them. */
const OLD = new Set(['macintosh', 'ibm866'])
const OLD_SHARE = 0.6

/** Number of bytes, from the first one that is not ASCII, from which an encoding is detected. */
const SAMPLE = 100_000

/**
 * Decodes a text: with the chosen encoding, by its byte order mark, as UTF-8 if it is valid, as UTF-16, as it declares,
 * or as detected.
 * @throws UnreadableError `not_text` for binary data, `unknown_encoding` if no encoding is likely
 */
export async function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Promise<string> {
  const text = await decode(bytes, options)
  if (text.includes('\0')) throw new UnreadableError('not_text')
  return text
}

async function decode(bytes: Uint8Array, { chosen, declared = [] }: DecodeOptions): Promise<string> {
  if (chosen !== undefined) {
    const text = decodeAs(bytes, chosen)
    if (text === undefined) throw new UnreadableError('unknown_encoding')
    return text
  }
  const marked = markedEncoding(bytes)
  if (marked === 'utf-32') return decodeUtf32(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const utf8 = decodeAs(bytes, 'utf-8')
  if (utf8 !== undefined && !utf8.includes('\0')) return decodeAs(bytes, escapedEncoding(utf8)) ?? utf8
  const widest = bytes.includes(0) ? widestText(bytes) : undefined
  if (widest !== undefined) return widest
  const wide = wideText(bytes)
  if (wide !== undefined && hasSpaces(wide)) return wide
  if (bytes.includes(0)) throw new UnreadableError('not_text')
  return await decodeLegacy(bytes, declared, wide)
}

/** Confidence in UTF-16 for a text without a space: other bytes are often valid, too. */
const WIDE = 0.06

/** @param wide the bytes as UTF-16, if that is possible */
async function decodeLegacy(bytes: Uint8Array, declared: readonly string[], wide: string | undefined): Promise<string> {
  const nearly = new TextDecoder().decode(bytes)
  if (isNearlyUtf8(nearly)) return nearly
  const { detectAll } = await import('jschardet')
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const sample = bytes.subarray(Math.max(0, first - 200), first + SAMPLE)
  const found = detectAll(Buffer.from(sample), { minimumThreshold: 0, detectEncodings: [...DETECTED.keys()] })
  const candidates = found.flatMap(({ encoding, confidence }: IDetectedMap) => {
    const name = DETECTED.get(encoding ?? '')
    const text = decodeAs(bytes, name)
    return name === undefined || text === undefined
      ? []
      : [{ name, confidence: OLD.has(name) ? confidence * OLD_SHARE : confidence, text }]
  })
  if (wide !== undefined) candidates.push({ name: 'utf-16le', confidence: WIDE, text: wide })
  const named = declared.flatMap((name) => {
    const text = decodeAs(bytes, name)
    return text === undefined || !readsAsText(text) ? [] : [{ name: new TextDecoder(name).encoding, text }]
  })
  const chosen = chooseEncoding(candidates, named)
  if (chosen === undefined) throw new UnreadableError('unknown_encoding')
  return chosen
}

/** Returns undefined for an unknown encoding, and for bytes that are invalid in it. */
export function decodeAs(bytes: Uint8Array, encoding: string | undefined): string | undefined {
  if (encoding === undefined) return undefined
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function markedEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32' : 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32'
  return undefined
}

const MARK_32 = 0xfeff

/** Decodes UTF-32, with or without a mark. A character above the last one of Unicode becomes a replacement. */
function decodeUtf32(bytes: Uint8Array, isLittle = bytes[0] !== 0): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    if (at > 0 || code !== MARK_32) parts.push(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code))
  }
  return parts.join('').toWellFormed()
}

/** Number of bytes from which UTF-32 without a mark is recognized. */
const LEAST_WIDE = 8

/** Returns a text in UTF-32 without a byte order mark, or undefined. Each of its characters has a byte that is zero. */
function widestText(bytes: Uint8Array): string | undefined {
  if (bytes.length % 4 !== 0 || bytes.length < LEAST_WIDE) return undefined
  for (const isLittle of [true, false]) {
    const [highest, next] = isLittle ? [3, 2] : [0, 1]
    if (!bytes.every((byte, at) => (at % 4 === highest ? byte === 0 : at % 4 !== next || byte <= 0x10))) continue
    const text = decodeUtf32(bytes, isLittle)
    if (!text.includes('\0') && readsAsText(text)) return text
  }
  return undefined
}

const ESCAPES = ['$@', '$B', '(J', '(I']

/** Returns the encoding of a text that switches its characters with escape sequences. */
function escapedEncoding(ascii: string): string | undefined {
  return ESCAPES.some((sequence) => ascii.includes(`\u001b${sequence}`)) ? 'iso-2022-jp' : undefined
}

/** Returns a text in UTF-16 without a byte order mark, or undefined. */
function wideText(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0 || bytes.length < 4) return undefined
  return ['utf-16le', 'utf-16be']
    .flatMap((encoding) => decodeAs(bytes, encoding) ?? [])
    .find((text) => !text.includes('\0') && readsAsText(text) && isOfOneKind(text))
}

const SPACES_AND_DIGITS = /[\s\d.,:;!?%()+"'/€$£-]/g
const COMMON =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}]/gu
const EAST_ASIAN = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]/g

/** Returns whether the characters are of scripts that are used together. Other bytes as UTF-16 have many scripts. */
function isOfOneKind(text: string): boolean {
  const sample = text.slice(0, 20_000)
  const neutral = sample.match(SPACES_AND_DIGITS)?.length ?? 0
  const common = sample.match(COMMON)?.length ?? 0
  const eastAsian = sample.match(EAST_ASIAN)?.length ?? 0
  return (neutral + common + eastAsian) / sample.length > 0.95
}

function hasSpaces(text: string): boolean {
  return /[ \n\u3000-\u3002\uff0c]/.test(text)
}

/** Returns whether a text is UTF-8 with a few invalid bytes, such as one that was cut. */
function isNearlyUtf8(text: string): boolean {
  let invalid = 0
  let valid = 0
  for (const character of text) {
    if (character === '\ufffd') invalid += 1
    else if (character > '\u007f') valid += 1
  }
  return valid > 20 * invalid
}
