import type { InboxRows } from './inbox-rows.ts'

/** Returns the number of customers who wait: `3`, `100+`, or an empty text if there are none. */
export function waitingCount({ rows, hasMore }: { readonly rows: readonly unknown[] } & Pick<InboxRows, 'hasMore'>) {
  return rows.length === 0 ? '' : `${rows.length}${hasMore ? '+' : ''}`
}
