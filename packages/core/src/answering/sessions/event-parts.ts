/** What one transaction can hold, and what it holds besides events at most: the session, and the counter of the agent. */
const MOST_ITEMS = 100
const BESIDE_EVENTS = 2

interface Event {
  readonly payloadItem?: object
}

/**
 * Returns events in parts that fit a transaction each, in their order: the part to write last, and those before it. An event
 * is two items if its payload has an item of its own.
 */
export function partsOf<E extends Event>(events: readonly E[]): readonly [last: readonly E[], earlier: readonly E[][]] {
  const parts: E[][] = []
  let last: E[] = []
  let free = MOST_ITEMS - BESIDE_EVENTS
  for (const event of events) {
    const size = event.payloadItem ? 2 : 1
    if (size > free) {
      parts.push(last)
      last = []
      free = MOST_ITEMS - BESIDE_EVENTS
    }
    last.push(event)
    free -= size
  }
  return [last, parts]
}
