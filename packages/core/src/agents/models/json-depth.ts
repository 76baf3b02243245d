/** Objects and arrays inside each other. */
const DEEPEST = 100

/** Returns whether a JSON text has too many levels: to write such a value again would exhaust the stack. */
export function isDeepJson(text: string): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isText) {
      if (character === '\\') index += 1
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}
