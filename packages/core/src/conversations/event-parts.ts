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

/**
 * Stores events that do not fit into the transaction of their change, before it. `write` writes some of them behind as many `checks`
 * that their change may still be made, and returns which of these operations were refused. Returns false if a check was. Events that
 * an interrupted run has stored stay as they are.
 */
export async function writeEarlier<E>(
  parts: readonly (readonly E[])[],
  checks: number,
  write: (events: readonly E[]) => Promise<readonly number[]>,
): Promise<boolean> {
  for (let part of parts)
    while (part.length > 0) {
      const refused = await write(part)
      if (refused.some((index) => index < checks)) return false
      part = refused.length === 0 ? [] : part.filter((_, index) => !refused.includes(checks + index))
    }
  return true
}
