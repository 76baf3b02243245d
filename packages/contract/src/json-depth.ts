/** The most levels of objects and arrays that JSON from outside may have. Deeper JSON can exhaust the stack of what reads it. */
export const MOST_LEVELS = 128

/** JSON has more than `MOST_LEVELS` levels. */
export class JsonDepthError extends SyntaxError {
  override name = 'JsonDepthError'
  constructor() {
    super(`The JSON is nested deeper than ${MOST_LEVELS} levels.`)
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Measures the nesting of JSON that arrives in parts, in linear time. Invalid JSON is measured, too. */
export class DepthMeter {
  #levels = 0
  #inText = false
  #escaped = false

  /** Returns whether the parts so far are nested deeper than `MOST_LEVELS` at any place. */
  add(part: string): boolean {
    for (let index = 0; index < part.length; index += 1) {
      const code = part.charCodeAt(index)
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (code === BACKSLASH) this.#escaped = true
        else if (code === QUOTE) this.#inText = false
      } else if (code === QUOTE) this.#inText = true
      else if (OPENING.includes(code)) {
        this.#levels += 1
        if (this.#levels > MOST_LEVELS) return true
      } else if (CLOSING.includes(code)) this.#levels -= 1
    }
    return false
  }
}

/** Returns whether JSON is nested deeper than `MOST_LEVELS`, in linear time. The text may be invalid JSON. */
export function isTooDeep(text: string): boolean {
  return new DepthMeter().add(text)
}

/** As `JSON.parse`. @throws JsonDepthError for deeply nested JSON, SyntaxError for another text that is not JSON */
export function parseBoundedJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  if (isTooDeep(text)) throw new JsonDepthError()
  return JSON.parse(text, reviver)
}

/** Returns whether a value has more than `most` levels of objects and arrays. Does not recurse. */
export function isDeeper(value: unknown, most = MOST_LEVELS): boolean {
  let containers = [value].filter(isContainer)
  for (let level = 1; containers.length > 0; level += 1) {
    if (level > most) return true
    containers = containers.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
