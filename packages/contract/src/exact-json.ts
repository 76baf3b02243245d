declare global {
  interface JSON {
    rawJSON(text: string): unknown
  }
  interface BigInt {
    toJSON(): unknown
  }
}

// JSON.stringify rejects a bigint without this method.
BigInt.prototype.toJSON = function () {
  return JSON.rawJSON(this.toString())
}

/** Only such a text can contain an integer that a number cannot represent. */
const MANY_DIGITS = /\d{16}/

/** Parses JSON like `JSON.parse`, but integers that a number cannot represent become a bigint of the same digits. */
export function parseExactJson(text: string): unknown {
  return MANY_DIGITS.test(text) ? JSON.parse(text, keepInteger) : JSON.parse(text)
}

/** A reviver for `JSON.parse`. */
export function keepInteger(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  return /^-?\d+$/.test(source) ? BigInt(source) : value
}
