/** A part of a list, newest first: at most `limit` items are looked at, those with an id below `before`. */
export type ReadPart<Item> = (options: { readonly before: string | undefined; readonly limit: number }) => Promise<{
  readonly items: readonly Item[]
  /** The last id that was looked at, whether it passed a filter or not; null at the end of the part. */
  readonly end: string | null
}>

export interface NewestFirst<Item> {
  readonly items: readonly Item[]
  /** An id: the next page is what is below it. Null when this is the last page. */
  readonly nextCursor: string | null
}

/** A page ends here, full or not, so that what it costs has a bound. */
const LOOKED_AT_MOST = 2000

/**
 * Reads a page of a list whose parts are kept apart and whose ids sort by time. It can hold less than `limit` items and still
 * have a cursor, when few items pass the filter of the parts. `each` items of a part are looked at at once.
 */
export async function listNewestFirst<Item extends { readonly id: string }>(
  parts: readonly ReadPart<Item>[],
  { cursor, limit, each }: { readonly cursor?: string; readonly limit: number; readonly each: number },
): Promise<NewestFirst<Item>> {
  const found: Item[] = []
  let open = parts.map((read) => ({ read, before: cursor }))
  for (let looked = 0; ; ) {
    // What is older may still be preceded by items of a part that has been read less far.
    const frontier = open.reduce((newest, { before = '' }) => (before > newest ? before : newest), '')
    const begun = looked > 0 || open.length === 0
    const complete = begun ? found.filter(({ id }) => id >= frontier).toSorted(byIdDescending) : []
    if (open.length === 0 || complete.length >= limit || looked >= LOOKED_AT_MOST)
      return { items: complete.slice(0, limit), nextCursor: cursorAfter(complete, limit, open.length > 0, frontier) }
    const answers = await Promise.all(
      open.map(async ({ read, before }) => ({ read, ...(await read({ before, limit: each })) })),
    )
    for (const { items } of answers) found.push(...items)
    looked += each * open.length
    open = answers.flatMap(({ read, end }) => (end === null ? [] : [{ read, before: end }]))
  }
}

function cursorAfter(
  complete: readonly { readonly id: string }[],
  limit: number,
  goesOn: boolean,
  frontier: string,
): string | null {
  if (complete.length > limit) return complete[limit - 1]?.id ?? null
  return goesOn ? frontier : null
}

function byIdDescending(a: { readonly id: string }, b: { readonly id: string }): number {
  if (a.id === b.id) return 0
  return a.id < b.id ? 1 : -1
}
