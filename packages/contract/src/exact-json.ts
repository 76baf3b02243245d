import { isTooDeep, JsonDepthError } from './json-depth.ts'

declare global {
  interface JSON {
    rawJSON(text: string): unknown
  }
}

/** A number beyond the range of a double, which JSON.parse reads as infinite and JSON.stringify writes as null. */
export class NumberRangeError extends RangeError {
  override name = 'NumberRangeError'
  /** The keys to the number, joined by dots. */
  readonly path: string
  constructor(path: string) {
    super(`The number at ${path} is beyond the range of a double.`)
    this.path = path
  }
}

/** Only such a text can contain a number that a double cannot hold. */
const LARGE_NUMBER = /\d{16}|\d[eE]\+?\d{3,}\s*[,\]}]/

/**
 * Parses JSON like `JSON.parse`, but integers that a number cannot represent become a bigint of the same digits, if
 * they have at most 1,000.
 * @throws NumberRangeError for another number beyond the range of a double, JsonDepthError above `MOST_LEVELS`
 */
export function parseExactJson(text: string): unknown {
  if (isTooDeep(text)) throw new JsonDepthError()
  if (!LARGE_NUMBER.test(text)) return JSON.parse(text)
  const value: unknown = JSON.parse(text, keepInteger)
  const path = pathOfInfinite(value)
  if (path) throw new NumberRangeError(path.join('.'))
  return value
}

function pathOfInfinite(value: unknown): string[] | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    const path = pathOfInfinite(child)
    if (path) return [key, ...path]
  }
  return undefined
}

/** Reading and writing a longer integer takes more than linear time. */
const MOST_DIGITS = 1000

/** A reviver for `JSON.parse`. */
export function keepInteger(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  return source.length <= MOST_DIGITS && /^-?\d+$/.test(source) ? BigInt(source) : value
}

/**
 * Returns JSON like `JSON.stringify`, in which a bigint has all its digits. `indent` is the number of spaces per level.
 * Write what `parseExactJson` parsed with it, because `JSON.stringify` throws a TypeError for a bigint.
 */
export function stringifyExactJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch {
    // A replacer takes several times as long, and few values contain a bigint.
    return JSON.stringify(value, writeInteger, indent)
  }
}

function writeInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value
}
