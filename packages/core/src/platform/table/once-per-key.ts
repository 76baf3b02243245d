/** Shares one read among concurrent callers with the same key. The next call retries a failed read. */
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
