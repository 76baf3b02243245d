/** What one transaction can hold. */
const MOST_ITEMS = 100

interface Event {
  readonly payloadItem?: object
}

/**
 * Returns events in parts that fit a transaction each beside so many other items, in their order: the part to write last, and
 * those before it. An event is two items if its payload has an item of its own.
 */
export function partsOf<E extends Event>(
  events: readonly E[],
  beside: number,
): readonly [last: readonly E[], earlier: readonly E[][]] {
  const parts: E[][] = []
  let last: E[] = []
  let free = MOST_ITEMS - beside
  for (const event of events) {
    const size = event.payloadItem ? 2 : 1
    if (size > free) {
      parts.push(last)
      last = []
      free = MOST_ITEMS - beside
    }
    last.push(event)
    free -= size
  }
  return [last, parts]
}
