/** Reads a part of a list, newest first: examines at most `limit` items with an id below `before`. */
export type ReadPart<Item> = (options: { readonly before: string | undefined; readonly limit: number }) => Promise<{
  readonly items: readonly Item[]
  /** The last id that was examined, whether it passed the filter or not; null at the end of the part. */
  readonly end: string | null
}>

export interface NewestFirst<Item> {
  readonly items: readonly Item[]
  /** The next page has the items with lower ids. Null on the last page. */
  readonly nextCursor: string | null
}

/** A page ends after this many examined items, full or not, so that its cost is bounded. */
const MAX_EXAMINED = 2000

/**
 * Reads a page of a list that is stored in several parts and whose ids sort by time. A page can have fewer than `limit`
 * items and still have a cursor, if few items pass the filter. `each` is the number of items that one read of a part
 * examines.
 */
export async function listNewestFirst<Item extends { readonly id: string }>(
  parts: readonly ReadPart<Item>[],
  { cursor, limit, each }: { readonly cursor?: string; readonly limit: number; readonly each: number },
): Promise<NewestFirst<Item>> {
  const found: Item[] = []
  let open = parts.map((read) => ({ read, before: cursor }))
  for (let examined = 0; ; ) {
    // Older items may still be preceded by items of a part that has been read less far.
    const frontier = open.reduce((newest, { before = '' }) => (before > newest ? before : newest), '')
    const started = examined > 0 || open.length === 0
    const complete = started ? found.filter(({ id }) => id >= frontier).toSorted(byIdDescending) : []
    if (open.length === 0 || complete.length >= limit || examined >= MAX_EXAMINED)
      return { items: complete.slice(0, limit), nextCursor: cursorAfter(complete, limit, open.length > 0, frontier) }
    const reads = await Promise.all(
      open.map(async ({ read, before }) => ({ read, ...(await read({ before, limit: each })) })),
    )
    for (const { items } of reads) found.push(...items)
    examined += each * open.length
    open = reads.flatMap(({ read, end }) => (end === null ? [] : [{ read, before: end }]))
  }
}

function cursorAfter(
  complete: readonly { readonly id: string }[],
  limit: number,
  hasMore: boolean,
  frontier: string,
): string | null {
  if (complete.length > limit) return complete[limit - 1]?.id ?? null
  return hasMore ? frontier : null
}

function byIdDescending(a: { readonly id: string }, b: { readonly id: string }): number {
  if (a.id === b.id) return 0
  return a.id < b.id ? 1 : -1
}
