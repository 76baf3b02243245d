/** Shorter values are not hidden, because they may be ordinary words. */
const SHORTEST_SECRET = 6
const HIDDEN = '[hidden]'

/** Hides secrets in a server's response, plain or encoded for JSON or a URL, so that the model does not read them. */
export function hideSecrets(text: string, values: readonly string[]): string {
  const secrets = values.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(encodingsOf)
  const longestFirst = [...new Set(secrets)].toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
}

function encodingsOf(secret: string): string[] {
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed()), inForm]
}

/** Returns a header's value with and without its scheme (`Bearer`). */
export function withoutScheme(value: string): string[] {
  return [value, value.split(' ').at(-1) ?? '']
}
