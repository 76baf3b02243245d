const CONCURRENCY = 6

/** Runs `act` for each item, a few at a time, by default six. Returns the results in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  concurrency = CONCURRENCY,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) results[index] = await act(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}
