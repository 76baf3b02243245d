const HUES = 24

/** Returns up to two initials of a name or an email address; the last two digits of a number; `?` for an empty name. */
export function initialsOf(name: string): string {
  const [local = ''] = name.split('@')
  const words = local.split(/[\s._-]+/).flatMap((word) => word.match(/[\p{L}\p{N}]+/u)?.[0] ?? [])
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (first === undefined) return '?'
  if (/^\d+$/.test(first)) return (words.at(-1) ?? first).slice(-2)
  return [first, last].map((word) => letterOf(word)).join('')
}

function letterOf(word = ''): string {
  const [letter = ''] = word
  return letter.toLocaleUpperCase()
}

/** Returns the hue of a name in degrees: the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return (hash % HUES) * (360 / HUES)
}
