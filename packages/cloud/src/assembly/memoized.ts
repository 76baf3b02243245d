/**
 * A function that works each answer out once.
 * @throws Error when working out an answer asks for the same answer.
 */
export function memoized<Answer>(work: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  const underWay = new Set<string>()
  return (key) => {
    const earlier = known.get(key)
    if (earlier) return earlier.answer
    if (underWay.has(key)) throw new Error(`Circular reference through ${key}`)
    underWay.add(key)
    try {
      const answer = work(key)
      known.set(key, { answer })
      return answer
    } finally {
      underWay.delete(key)
    }
  }
}
