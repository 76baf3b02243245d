import { isObject } from '@replywright/contract/json.ts'

/** What the library knows of a font. */
export interface PageFont {
  /** Whether its codes have several bytes, as in fonts with thousands of characters. */
  readonly composite?: boolean
  /** The characters of its codes, or only the range of its codes. */
  readonly toUnicode?: unknown
}

/** Returns whether a font says which characters its codes are. Otherwise the library takes the codes for characters. */
export function readsFont(font: PageFont | undefined): boolean {
  if (!font?.composite) return true
  return !(isObject(font.toUnicode) && 'firstChar' in font.toUnicode)
}

/** Characters that stand for a glyph without a known character. */
const UNKNOWN = /[\ufffd\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu
const MOST_UNKNOWN = 0.1

/** Returns whether many characters of a text are unknown: private ones, replacements or control characters. */
export function isGarbled(text: string): boolean {
  const letters = text.replace(/\s/g, '')
  if (letters.length === 0) return false
  let controls = 0
  for (const letter of letters) if (letter < ' ') controls += 1
  return ((letters.match(UNKNOWN)?.length ?? 0) + controls) / letters.length > MOST_UNKNOWN
}
