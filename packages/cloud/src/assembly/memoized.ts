/** Returns a function that computes each key's value once. @throws Error if the value of a key depends on itself. */
export function memoized<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { readonly value: Value }>()
  const inProgress = new Set<string>()
  return (key) => {
    const earlier = known.get(key)
    if (earlier) return earlier.value
    if (inProgress.has(key)) throw new Error(`Circular reference through ${key}`)
    inProgress.add(key)
    try {
      const value = work(key)
      known.set(key, { value })
      return value
    } finally {
      inProgress.delete(key)
    }
  }
}
