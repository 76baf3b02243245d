/**
 * Returns as few texts of at most `longest` characters as possible, split at the end of a paragraph, line, sentence or
 * word if there is one.
 */
export function splitText(text: string, longest: number): string[] {
  const whole = text.trim()
  if (whole === '') return []
  if (whole.length <= longest) return [whole]
  const end = cutIndex(whole, longest)
  return [whole.slice(0, end).trimEnd(), ...splitText(whole.slice(end), longest)]
}

/** Returns where to split: in the second half, so that no message is nearly empty, and never within a character. */
function cutIndex(text: string, longest: number): number {
  // A space after the last character that fits is a boundary too: it is trimmed.
  const head = text.slice(0, longest + 1)
  for (const boundary of [/\n\s*\n/g, /\n/g, /[.!?。！？]\s/g, /\s/g]) {
    const last = [...head.matchAll(boundary)].at(-1)
    if (last && last.index + 1 >= longest / 2) return last.index + 1
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest
}
