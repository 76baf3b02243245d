/** Shorter values are words that may stand in any answer. */
const SHORTEST_SECRET = 6
const HIDDEN = '[hidden]'

/** Hides secrets that a server sends back, as they are or encoded for JSON or a URL, so that no model reads them. */
export function hideSecrets(text: string, values: readonly string[]): string {
  const secrets = values.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(encodingsOf)
  const longestFirst = [...new Set(secrets)].toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
}

function encodingsOf(secret: string): string[] {
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed()), inForm]
}

/** A header's value whole, and without its scheme (`Bearer`). */
export function withoutScheme(value: string): string[] {
  return [value, value.split(' ').at(-1) ?? '']
}
