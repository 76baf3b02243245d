import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { Loaded } from './page.tsx'
import { OffsetPager } from './pager.tsx'

/** One page of a list with offset pagination. */
interface Paged<Row> {
  readonly results: readonly Row[]
  /** The number of all items; absent if unknown. */
  readonly count?: number
  readonly next: string | null
}

/** The table of a list, or `empty` if it has no items. A list in pages has a pager; `offset` is that of the URL. */
export function ResourceList<Row extends { readonly id: string }>({
  query,
  label,
  columns,
  offset = 0,
  empty,
}: {
  readonly query: UseQueryResult<readonly Row[] | Paged<Row>>
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly offset?: number | undefined
  readonly empty: ReactNode
}) {
  return (
    <Loaded query={query}>
      {(data) => {
        const { results, count, next } = 'results' in data ? data : { results: data, next: null }
        return (
          <>
            {results.length === 0 && offset === 0 ? (
              empty
            ) : (
              <DataTable label={label} columns={columns} rows={results} rowKey={({ id }) => id} />
            )}
            <OffsetPager offset={offset} shown={results.length} count={count} hasNext={next !== null} />
          </>
        )
      }}
    </Loaded>
  )
}
