import type { InboxChanges, InboxConversation, InboxPage } from '@replywright/contract/dashboard/conversations.ts'

/** The loaded part of the list, newest activity first. */
export interface InboxRows {
  readonly rows: readonly InboxConversation[]
  readonly nextCursor: string | null
  /** The number of conversations read, and the oldest activity among them. Null if all were read. */
  readonly looked: number
  readonly backTo: string | null
  /** Whether more than the first page was loaded. */
  readonly isContinued: boolean
  /** Rows with activity in the latest update. */
  readonly fresh: ReadonlySet<string>
  /** Of customers who wait: whether more wait than are listed. */
  readonly hasMore?: boolean
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Merges a new copy of the first page. Rows below it stay. The row `keptId` stays although it no longer matches the
 * filter, because the user reads it.
 */
export function withFirstPage(before: InboxRows | undefined, page: InboxPage, keptId?: string): InboxRows {
  const fresh: InboxRows = { ...positionOf(page), rows: page.results, isContinued: false, fresh: NONE }
  if (!before || page.nextCursor === null) return { ...fresh, rows: withKept(before, fresh.rows, keptId) }
  const ids = idsOf(page.results)
  const rest = before.rows.filter(
    ({ id, lastActivityAt }) => !ids.has(id) && (page.backTo === null || lastActivityAt <= page.backTo),
  )
  // More new conversations than a page holds leave a gap, so older ones are loaded again.
  const isGap = page.results.length > 0 && before.rows.length > 0 && !before.rows.some(({ id }) => ids.has(id))
  if (isGap) return { ...fresh, rows: withKept(before, fresh.rows, keptId) }
  return {
    ...fresh,
    ...(before.isContinued && { ...positionOf(before), isContinued: true }),
    rows: withKept(before, [...page.results, ...rest], keptId),
  }
}

/** Appends the next page. */
export function withOlder(before: InboxRows, page: InboxPage): InboxRows {
  const ids = idsOf(before.rows)
  return {
    ...positionOf(page),
    rows: [...before.rows, ...page.results.filter(({ id }) => !ids.has(id))].toSorted(byActivity),
    looked: before.looked + page.looked,
    isContinued: true,
    fresh: NONE,
  }
}

/** Merges changed conversations: each is at its place, and those that no longer match the filter are removed. */
export function withChanges(before: InboxRows, changes: InboxChanges['changes'], keptId?: string): InboxRows {
  const known = new Map(before.rows.map((row) => [row.id, row]))
  const changed = idsOf(changes)
  const isLoaded = ({ lastActivityAt }: InboxConversation) =>
    before.nextCursor === null || before.backTo === null || lastActivityAt >= before.backTo
  const wanted = changes
    // The service tells only whether a name matches a search, not a message.
    .filter((row) =>
      row.isWanted
        ? known.has(row.id) || isLoaded(row)
        : known.get(row.id)?.hit || (row.id === keptId && known.has(row.id)),
    )
    .map(({ isWanted: _, ...row }) => ({ ...row, hit: known.get(row.id)?.hit }))
  const moved = wanted.filter(({ id, lastActivityAt }) => known.get(id)?.lastActivityAt !== lastActivityAt)
  return {
    ...before,
    rows: [...before.rows.filter(({ id }) => !changed.has(id)), ...wanted].toSorted(byActivity),
    fresh: idsOf(moved),
  }
}

/** Applies a change to one row. */
export function withRow(before: InboxRows, id: string, change: Partial<InboxConversation>): InboxRows {
  return { ...before, rows: before.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }
}

function withKept(
  before: InboxRows | undefined,
  rows: readonly InboxConversation[],
  keptId: string | undefined,
): readonly InboxConversation[] {
  const kept = before?.rows.find(({ id }) => id === keptId)
  return kept && !rows.some(({ id }) => id === keptId) ? [...rows, kept].toSorted(byActivity) : rows
}

function positionOf({ nextCursor, looked, backTo }: Pick<InboxRows, 'nextCursor' | 'looked' | 'backTo'>) {
  return { nextCursor, looked, backTo }
}

function idsOf(rows: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id))
}

/** The order of the service. */
function byActivity(a: InboxConversation, b: InboxConversation): number {
  if (a.lastActivityAt === b.lastActivityAt) return a.id < b.id ? 1 : -1
  return a.lastActivityAt < b.lastActivityAt ? 1 : -1
}

/** Returns the names that several rows have. */
export function namesakesIn(rows: readonly Pick<InboxConversation, 'contact'>[]): ReadonlySet<string> {
  const named = Map.groupBy(rows, ({ contact }) => contact.name)
  return new Set([...named].flatMap(([name, same]) => (name !== '' && same.length > 1 ? [name] : [])))
}

/** Returns whether a row shows a wait that has ended: the conversation was among those who wait `before`, and is not `now`. */
export function showsEndedWait(
  shown: InboxRows | undefined,
  before: InboxRows | undefined,
  now: InboxRows | undefined,
): boolean {
  if (!shown || !before || !now) return false
  const [left, still] = [idsOf(before.rows), idsOf(now.rows)]
  return shown.rows.some(({ id, waiting }) => waiting !== null && left.has(id) && !still.has(id))
}
