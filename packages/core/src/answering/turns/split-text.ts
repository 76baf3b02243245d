/** The provider takes texts up to this length. */
export const LONGEST_TEXT = 4096

/** A text in as few messages as the provider takes, cut at the end of a paragraph, line, sentence or word if there is one. */
export function splitText(text: string, longest = LONGEST_TEXT): string[] {
  const whole = text.trim()
  if (whole === '') return []
  if (whole.length <= longest) return [whole]
  const end = cutPlace(whole, longest)
  return [whole.slice(0, end).trimEnd(), ...splitText(whole.slice(end), longest)]
}

/** Where to cut: late, so that no message is nearly empty, and never within a character. */
function cutPlace(text: string, longest: number): number {
  // Space behind the last character that fits is a border too: it is trimmed away.
  const head = text.slice(0, longest + 1)
  for (const border of [/\n\s*\n/g, /\n/g, /[.!?。！？]\s/g, /\s/g]) {
    const last = [...head.matchAll(border)].at(-1)
    if (last && last.index + 1 >= longest / 2) return last.index + 1
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest
}
