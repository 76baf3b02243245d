/**
 * Shares one read among all that ask for the same key, for work that is decided at the same time, such as a batch. A read that
 * failed is made again when it is asked for again.
 */
export function oncePerKey<Key extends readonly string[], Item>(
  read: (...key: Key) => Promise<Item>,
): (...key: Key) => Promise<Item> {
  const reads = new Map<string, Promise<Item>>()
  return (...key) => {
    const name = JSON.stringify(key)
    const known = reads.get(name)
    if (known) return known
    const reading = read(...key).catch((error: unknown) => {
      reads.delete(name)
      throw error
    })
    reads.set(name, reading)
    return reading
  }
}
