/** Shorter values are words that may stand in any answer. */
const SHORTEST_SECRET = 6
const HIDDEN = '[hidden]'

/** Hides header values that a server sends back, whole or without their scheme (`Bearer`), so that no model reads them. */
export function hideSecrets(text: string, values: readonly string[]): string {
  const parts = values.flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
  const secrets = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)])
  const longestFirst = secrets.filter(({ length }) => length >= SHORTEST_SECRET).toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
}
