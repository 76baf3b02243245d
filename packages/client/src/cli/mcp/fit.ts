/** The largest text of a result, about 10,000 tokens. Some assistants reject longer results. */
const MAX_TEXT_LENGTH = 40_000
/** The largest string of a result that is cut. */
const MAX_STRING_LENGTH = 1_000

/** A result as JSON, and a note for the assistant if something was cut. */
interface Fitted {
  readonly text: string
  readonly note: string | undefined
}

/** Returns a result as JSON of a limited length: first cuts long strings, then drops the last items of a list. */
export function fit(value: unknown, maxLength: number = MAX_TEXT_LENGTH): Fitted {
  const text = JSON.stringify(value)
  if (text.length <= maxLength) return { text, note: undefined }
  const shortened: unknown = JSON.parse(text, (_, each: unknown) => (typeof each === 'string' ? cut(each) : each))
  const shorter = JSON.stringify(shortened)
  if (shorter.length <= maxLength)
    return { text: shorter, note: `Texts of more than ${MAX_STRING_LENGTH} characters were cut.` }
  const items = itemsOf(shortened)
  const kept = items ? fitting(items, maxLength - (shorter.length - JSON.stringify(items).length)) : 0
  if (items && kept > 0) {
    const rest = items.slice(0, kept)
    return {
      text: JSON.stringify(Array.isArray(shortened) ? rest : { ...Object(shortened), results: rest }),
      note: `Only the first ${kept} of ${items.length} items of this page are shown, and long texts were cut. Use \`limit\` ${kept} and filters, or get one item by its id. \`next\` continues after item ${items.length}.`,
    }
  }
  return { text: shorter.slice(0, maxLength), note: `The JSON was cut after ${maxLength} characters.` }
}

function cut(text: string): string {
  if (text.length <= MAX_STRING_LENGTH) return text
  return `${text.slice(0, MAX_STRING_LENGTH)}… (cut; ${text.length} characters)`
}

/** Returns the items of a list or of a page, or undefined if the value is neither. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  const results = typeof value === 'object' && value !== null && 'results' in value ? value.results : undefined
  return Array.isArray(results) ? results : undefined
}

/** Returns how many of the first items have at most `maxLength` characters together as a JSON list. */
function fitting(items: readonly unknown[], maxLength: number): number {
  let length = '[]'.length
  const index = items.findIndex((item) => {
    length += JSON.stringify(item).length + ','.length
    return length > maxLength
  })
  return index < 0 ? items.length : index
}

/**
 * Returns a page without the fields of its items that are null, and without elements of their lists whose numbers are
 * all zero, such as hours without deliveries. Any other result stays unchanged.
 */
export function compact(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('results' in result)) return result
  return { ...result, results: JSON.parse(JSON.stringify(result.results), (_, value: unknown) => compactValue(value)) }
}

function compactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => !isEmpty(element))
  return value === null ? undefined : value
}

/** Returns whether an object has numbers, and all of them are zero. */
function isEmpty(element: unknown): boolean {
  const numbers = Object.values(Object(element)).filter((value) => typeof value === 'number')
  return typeof element === 'object' && numbers.length > 1 && numbers.every((value) => value === 0)
}
