/** Runs `work` after all earlier work on any of `ids`. */
export type Exclusively = <Result>(ids: readonly string[], work: () => Promise<Result>) => Promise<Result>

/** Runs work on the same id one by one, in call order. It cannot deadlock: a call queues for all of its ids at once. */
export function createExclusively(): Exclusively {
  const last = new Map<string, Promise<unknown>>()
  return async (ids, work) => {
    const running = Promise.all(ids.map((id) => last.get(id))).then(work)
    const ended = running.catch(() => {})
    for (const id of ids) last.set(id, ended)
    try {
      return await running
    } finally {
      for (const id of ids) if (last.get(id) === ended) last.delete(id)
    }
  }
}
