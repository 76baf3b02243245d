const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Returns the unique variables of a text in order of appearance: numbers or names. */
export function variablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
}

/** Splits a text into plain parts and variables. */
export function textParts(text: string): readonly ({ readonly text: string } | { readonly variable: string })[] {
  const parts: ({ text: string } | { variable: string })[] = []
  let at = 0
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ variable: match[1] ?? '' })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** Returns whether a variable name is valid in a POSITIONAL template: a number from 1. */
export function isPosition(name: string): boolean {
  return /^[1-9]\d{0,2}$/.test(name)
}

/** Returns the name of the next variable to add to a text. */
export function nextVariable(text: string, format: string): string {
  const names = variablesOf(text)
  if (format !== 'NAMED') return String(Math.max(0, ...names.filter(isPosition).map(Number)) + 1)
  let count = names.length + 1
  while (names.includes(`value_${count}`)) count++
  return `value_${count}`
}
