import { Button } from '@mantine/core'
import { AUDIT_OBJECTS } from '@replywright/contract/audit.ts'
import { type AuditEntry, listAuditLog } from '@replywright/contract/audit-log.ts'
import { listApiKeys } from '@replywright/contract/dashboard/api-keys.ts'
import { exportAuditLog } from '@replywright/contract/dashboard/audit-log.ts'
import { listMembers } from '@replywright/contract/dashboard/members.ts'
import { IconAlertTriangle, IconBan, IconDownload, IconHelpCircle, IconHistory, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { call, readList } from '../api/call.ts'
import { memberName } from '../members/member-name.ts'
import { countFilters, isFiltered } from '../shell/search.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { downloadText } from '../ui/download-text.ts'
import { EmptyState, NoMatches } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FilterSelect, PeriodFields } from '../ui/filters.tsx'
import { tell, tellError } from '../ui/notices.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { CursorPager, cursorOf } from '../ui/pager.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { IpAddress } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import classes from './audit.module.css'
import { AuditSearch } from './audit-search.ts'
import {
  actorOf,
  changeOf,
  changeText,
  fieldLabel,
  fieldsOf,
  OBJECT_NAMES,
  objectNameOf,
  outcomeHint,
  withNames,
} from './entry-words.ts'

const route = getRouteApi('/shell/audit-log')

export function AuditPage() {
  const search = v.parse(AuditSearch, route.useSearch())
  const query = useQuery(readList(listAuditLog, { query: search }))
  return (
    <Page
      title="Audit log"
      description="Who changed what in this organisation, and the sign-ins of its members. Newest first, kept for 90 days."
      actions={<ExportButton search={search} />}
    >
      <AuditFilters search={search} entries={query.data?.results ?? []} />
      <Loaded query={query}>
        {({ results, next }) => (
          <>
            {results.length > 0 ? (
              <AuditTable entries={results} />
            ) : isFiltered(search) ? (
              <NoMatches icon={IconHistory} things="entries" hasMore={next !== null} />
            ) : (
              <EmptyState icon={IconHistory} title="No entries yet">
                Changes of API keys, endpoints, agents, members and other settings appear here.
              </EmptyState>
            )}
            <CursorPager cursor={search.cursor} nextCursor={cursorOf(next)} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Saves all entries that pass the filters as a CSV file. */
function ExportButton({ search: { cursor: _, ...filters } }: { readonly search: AuditSearch }) {
  const exporting = useMutation({
    mutationFn: () => readAll(filters),
    onSuccess: (csv) => {
      downloadText(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', csv)
      tell('Audit log exported')
    },
    onError: tellError,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export CSV
    </Button>
  )
}

async function readAll(filters: Omit<AuditSearch, 'cursor'>): Promise<string> {
  const parts: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { csv, nextCursor } = await call(exportAuditLog, { query: { ...filters, cursor } })
    parts.push(csv)
    if (nextCursor === null) return parts.join('')
    cursor = nextCursor
  }
}

const OUTCOMES = {
  refused: { tone: 'neutral', icon: IconBan, label: 'Rejected' },
  failed: { tone: 'bad', icon: IconAlertTriangle, label: 'Failed' },
  interrupted: { tone: 'waiting', icon: IconHelpCircle, label: 'Unknown' },
} as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: 'Change', unlabelled: true, render: (entry) => <Change entry={entry} /> },
  { title: 'User', render: (entry) => <span className={classes.line}>{actorOf(entry)}</span> },
  { title: 'Time', render: ({ at }) => <When at={at} /> },
  { title: 'IP address', render: (entry) => <IpAddress {...entry} /> },
]
const RESULT: Column<AuditEntry> = { title: 'Result', unlabelled: true, render: (entry) => <Outcome entry={entry} /> }

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  // Usually all changes were made. A column would be empty.
  const columns = entries.every(({ outcome }) => outcome === 'done') ? COLUMNS : [...COLUMNS, RESULT]
  return <DataTable label="Audit log" columns={columns} rows={withNames(entries)} rowKey={({ id }) => id} />
}

/** What changed. The name of the object leads to all its changes. */
function Change({ entry }: { readonly entry: AuditEntry }) {
  const { objectId, changes } = entry
  const name = objectNameOf(entry)
  const fields = fieldsOf(entry)
  return (
    <div className={classes.change}>
      <span>{changeOf(entry)}</span>
      {name !== undefined && objectId !== null && (
        <Link to="/audit-log" search={{ objectId }} aria-label={`Show all changes of ${name}`} title={objectId}>
          {name}
        </Link>
      )}
      {name !== undefined && objectId === null && <strong>{name}</strong>}
      {changes.length > 0 ? (
        <Values entry={entry} />
      ) : (
        fields !== '' && <span className={classes.fields}>Fields: {fields}</span>
      )}
      <VersionLink entry={entry} />
      <ConversationLink entry={entry} />
    </div>
  )
}

/** The values that changed, on click. */
function Values({ entry: { object, changes } }: { readonly entry: AuditEntry }) {
  const sentences = changes.map((change) => ({ field: change.field, text: changeText(object, change) }))
  return (
    <details className={classes.values}>
      <summary>{changes.map(({ field }) => fieldLabel(object, field)).join(', ')}</summary>
      {sentences.map(({ field, text }) => (
        <div key={field}>{text}</div>
      ))}
    </details>
  )
}

/** The version that a change of an agent created, with its differences. */
function VersionLink({ entry: { object, objectId, version } }: { readonly entry: AuditEntry }) {
  if (object !== 'agent' || objectId === null || version === null) return null
  return (
    <Link to="/agents/$id" params={{ id: objectId }} search={{ section: 'history' }} className={classes.fields}>
      Version {version}
    </Link>
  )
}

/** The conversation of an entry, which has no name: the log has no names of customers. */
function ConversationLink({ entry: { object, objectId } }: { readonly entry: AuditEntry }) {
  if (object !== 'conversation' || objectId === null) return null
  return (
    <Link to="/conversations/$id" params={{ id: objectId }} className={classes.fields}>
      Open
    </Link>
  )
}

/** The outcome, if it is not the usual one. */
function Outcome({ entry: { outcome, code } }: { readonly entry: AuditEntry }) {
  if (outcome === 'done') return null
  return (
    <div>
      <StatusBadge {...OUTCOMES[outcome]} />
      <div className={classes.hint}>{outcomeHint(outcome, code)}</div>
    </div>
  )
}

const SHORT_ID_LENGTH = 8
const OBJECTS = AUDIT_OBJECTS.map((value) => ({ value, label: sentenceCase(OBJECT_NAMES[value]) }))

/** The filters of the audit log. The URL stores them. */
function AuditFilters({ search, entries }: { readonly search: AuditSearch; readonly entries: readonly AuditEntry[] }) {
  const navigate = useNavigate({ from: '/audit-log' })
  const { data: members = [] } = useQuery(readList(listMembers, {}))
  const { data: keys = [] } = useQuery(readList(listApiKeys, {}))
  const set = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  const named = withNames(entries).find(({ objectId }) => objectId === search.objectId)
  const people = members.map((member) => ({ value: member.id, label: memberName(member) }))
  const programs = keys.map(({ id, name }) => ({ value: id, label: `API key ${name}` }))
  return (
    <FilterBar count={countFilters(search)}>
      <FilterSelect
        label="User"
        all="All users and API keys"
        choices={[...people, ...programs]}
        value={search.actor}
        onSelect={(actor) => set({ actor })}
      />
      <FilterSelect
        label="Object"
        all="All objects"
        choices={OBJECTS}
        value={search.object}
        onSelect={(object) => set({ object })}
      />
      <PeriodFields period={search} onChange={set} />
      {search.objectId !== undefined && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set({ objectId: undefined })}
        >
          Only changes of {(named && objectNameOf(named)) ?? search.objectId.slice(0, SHORT_ID_LENGTH)}
        </Button>
      )}
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
