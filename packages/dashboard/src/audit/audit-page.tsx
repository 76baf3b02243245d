import { listAuditLog } from '@messaging/contract/dashboard/audit-log.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { isFiltered } from '../shell/filter.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { ExportButton } from './export-button.tsx'

const route = getRouteApi('/shell/audit-log')

export function AuditPage() {
  const search = route.useSearch()
  const query = useQuery(readList(listAuditLog, { query: search }))
  return (
    <Page
      title="Audit log"
      description="Who changed what in this organisation. Newest first, kept for 90 days."
      actions={<ExportButton search={search} />}
    >
      <AuditFilters search={search} />
      <Loaded query={query}>
        {({ results, nextCursor }) => (
          <>
            {results.length > 0 ? (
              <AuditTable entries={results} />
            ) : (
              <NoEntries isFiltered={isFiltered(search)} hasMore={nextCursor !== null} />
            )}
            <CursorPager cursor={search.cursor} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function NoEntries({ isFiltered: filtered, hasMore }: { readonly isFiltered: boolean; readonly hasMore: boolean }) {
  if (!filtered)
    return (
      <EmptyState icon={IconHistory} title="No entries yet">
        Changes of API keys, endpoints, agents, members and other settings appear here.
      </EmptyState>
    )
  const showAll = (
    <LinkButton to="/audit-log" search={{}} variant="default">
      Show all entries
    </LinkButton>
  )
  return (
    <EmptyState icon={IconHistory} title="No matching entries" action={hasMore ? undefined : showAll}>
      {hasMore ? 'Few matches here; try older results.' : undefined}
    </EmptyState>
  )
}
