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
