import { isObject } from '@replywright/contract/json.ts'

/** What the library knows of a font. */
export interface PageFont {
  /** Whether its codes have several bytes, as in fonts with thousands of characters. */
  readonly composite?: boolean
  /** The characters of its codes, or only the range of its codes. */
  readonly toUnicode?: unknown
  /** The names of the glyphs that differ from the font's encoding, by code. */
  readonly differences?: readonly (string | null)[]
}

/** Returns whether a font says which characters its codes are. Otherwise the library takes the codes for characters. */
export function readsFont(font: PageFont | undefined): boolean {
  if (!font) return true
  const { composite, toUnicode, differences } = font
  if (!isObject(toUnicode)) return true
  if (composite) return !('firstChar' in toUnicode)
  const map: readonly unknown[] = Array.isArray(toUnicode._map) ? toUnicode._map : []
  const named = (differences ?? []).flatMap((name, code) => (name ? [{ name, code }] : []))
  // Without a map in the file, the library uses the map of a standard encoding, which has more codes.
  const isStandard = map.filter(Boolean).length > named.length + STANDARD_SURPLUS
  const unknown = named.filter(
    ({ name, code }) =>
      NUMBERED.test(name) && (map[code] == null || (isStandard && map[code] === String.fromCharCode(code))),
  )
  return unknown.length < LEAST_UNKNOWN || unknown.length * 2 < named.length
}

const LEAST_UNKNOWN = 3
const STANDARD_SURPLUS = 20
/** A name of a glyph that says nothing about its character, such as `g12`. Names as `uni0041` do. */
const NUMBERED = /^(?!uni[\da-f]{4})(?!u[\da-f]{4,6}$)[a-z]{1,6}[._-]?\d{1,5}$/i

/** Characters that stand for a glyph without a known character. */
const UNKNOWN = /[\ufffd\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu
const MOST_UNKNOWN = 0.1

/** A text of so many characters has letters or digits, unless its characters are those of another font. */
const LEAST_SYMBOLS = 12
const LEAST_DIFFERENT = 6
const LEAST_SPOKEN = 0.15

/** Returns whether many characters of a text are unknown: private ones, replacements or control characters, or hardly any letters. */
export function isGarbled(text: string): boolean {
  const letters = text.replace(/\s/g, '')
  if (letters.length === 0) return false
  let controls = 0
  for (const letter of letters) if (letter < ' ') controls += 1
  if (((letters.match(UNKNOWN)?.length ?? 0) + controls) / letters.length > MOST_UNKNOWN) return true
  const spoken = letters.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return (
    letters.length >= LEAST_SYMBOLS &&
    spoken < LEAST_SPOKEN * letters.length &&
    new Set(letters).size >= LEAST_DIFFERENT
  )
}
