const compiled = new Map<string, RegExp>()

/** Returns whether `text` matches a pattern: `*` matches any characters, `?` exactly one. */
export function matchesWildcard(pattern: string, text: string, flags: 's' | 'si' = 's'): boolean {
  const key = `${flags}:${pattern}`
  const known = compiled.get(key)
  if (known) return known.test(text)
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${source}$`, flags)
  compiled.set(key, expression)
  return expression.test(text)
}

/** Returns whether an ARN matches a pattern part by part: a `*` never extends over the first five colons. */
export function matchesArn(pattern: string, arn: string): boolean {
  const wanted = arnParts(pattern)
  const given = arnParts(arn)
  return wanted.length === given.length && wanted.every((part, index) => matchesWildcard(part, given[index] ?? ''))
}

function arnParts(arn: string): readonly string[] {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), parts.slice(5).join(':')]
}
