/** Longer ids are replaced. Some proxies store signatures in them. */
const LONGEST_ID = 20_000

/**
 * Returns the ids of a response's tool calls in order, all different from each other and from the `taken` ones. An id that
 * is missing, no text, or equal to an earlier one is replaced: the SDK and the models know a call by its id. Own ids have
 * nine letters and digits, because Mistral rejects others. They derive from the position.
 */
export function uniqueCallIds(ids: readonly unknown[], taken: ReadonlySet<string>): string[] {
  const given = new Set(ids.filter((id) => typeof id === 'string'))
  const used = new Set(taken)
  let count = 0
  return ids.map((id) => {
    const known = typeof id === 'number' ? String(id) : id
    let unique = typeof known === 'string' && known.trim() !== '' && known.length <= LONGEST_ID ? known : ''
    while (unique === '' || used.has(unique)) {
      const own = `call${String(count++).padStart(5, '0')}`
      unique = given.has(own) ? '' : own
    }
    used.add(unique)
    return unique
  })
}
