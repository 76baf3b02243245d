import { Anchor, Button, Modal } from '@mantine/core'
import { listApiKeys } from '@replywright/contract/dashboard/api-keys.ts'
import { type ApiRequest, listApiRequests } from '@replywright/contract/dashboard/api-requests.ts'
import { ERROR_STATUS } from '@replywright/contract/errors.ts'
import { API_REQUEST_DAYS } from '@replywright/contract/retention.ts'
import { IconAlertTriangle, IconBan, IconCircleCheck, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { readList } from '../api/call.ts'
import { useMe } from '../api/use-me.ts'
import { countFilters, isFiltered } from '../shell/search.ts'
import { type Column, DataTable, RowLink } from '../ui/data-table.tsx'
import { EmptyState, NoMatches } from '../ui/empty-state.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FilterSelect, PeriodFields, SearchField } from '../ui/filters.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { operationUrl } from '../ui/reference-url.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { IpAddress } from '../ui/text.tsx'
import { exactTime } from '../ui/time-words.ts'
import { When } from '../ui/when.tsx'
import { ApiRequestsSearch } from './api-requests-search.ts'

const route = getRouteApi('/shell/api-requests')

export function ApiRequestsPage() {
  const { open, ...search } = v.parse(ApiRequestsSearch, route.useSearch())
  const query = useQuery(readList(listApiRequests, { query: search }))
  return (
    <Page
      title="API requests"
      description={`Requests with the API keys of this organisation, kept for ${API_REQUEST_DAYS} days. Not listed: what API Gateway itself rejects, such as invalid keys (401) and requests above the rate limit (429).`}
    >
      <Filters search={search} />
      <Loaded query={query}>
        {({ results, nextCursor, isEnabled }) => (
          <>
            {results.length > 0 ? (
              <RequestsTable requests={results} open={open} />
            ) : !isEnabled ? (
              <EmptyState icon={IconListDetails} title="The request log is off">
                To record requests, your cloud team deploys the service with <code>-c requestLog=true</code>.
              </EmptyState>
            ) : isFiltered(search) ? (
              <NoMatches icon={IconListDetails} things="requests" hasMore={nextCursor !== null} />
            ) : (
              <EmptyState icon={IconListDetails} title="No requests yet">
                Requests that reach the API with a valid key appear here.
              </EmptyState>
            )}
            <CursorPager cursor={search.cursor} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const COLUMNS: readonly Column<ApiRequest>[] = [
  {
    title: 'Request',
    unlabelled: true,
    render: ({ id, method, path }) => (
      <RowLink to="." search={(search) => ({ ...search, open: id })} label={<code>{`${method} ${path}`}</code>} />
    ),
  },
  { title: 'Status', render: (request) => <Status request={request} /> },
  { title: 'API key', render: ({ apiKey }) => apiKey.name },
  { title: 'Duration', align: 'end', render: ({ milliseconds }) => `${milliseconds.toLocaleString('en')} ms` },
  { title: 'Time', render: ({ at }) => <When at={at} /> },
]

/** A table of requests, with the details of the opened one. */
function RequestsTable({
  requests,
  open,
}: {
  readonly requests: readonly ApiRequest[]
  readonly open: string | undefined
}) {
  const navigate = useNavigate({ from: '/api-requests' })
  const opened = requests.find(({ id }) => id === open)
  return (
    <>
      <DataTable label="API requests" columns={COLUMNS} rows={requests} rowKey={({ id }) => id} />
      {opened && (
        <RequestDialog
          request={opened}
          onClose={() => void navigate({ search: (search) => ({ ...search, open: undefined }) })}
        />
      )}
    </>
  )
}

function Status({ request: { status, code } }: { readonly request: ApiRequest }) {
  const label = code === null ? `${status}` : `${status} ${code}`
  if (status < 400) return <StatusBadge tone="good" icon={IconCircleCheck} label={label} />
  if (status < 500) return <StatusBadge tone="waiting" icon={IconBan} label={label} />
  return <StatusBadge tone="bad" icon={IconAlertTriangle} label={label} />
}

const STATUSES = [
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Client error (4xx)' },
  { value: '5xx', label: 'Server error (5xx)' },
  ...[...new Set(Object.values(ERROR_STATUS))].map((status) => ({ value: `${status}`, label: `${status}` })),
]

/** The filters of the requests. The URL stores them. */
function Filters({ search }: { readonly search: Omit<ApiRequestsSearch, 'open'> }) {
  const navigate = useNavigate({ from: '/api-requests' })
  const { data: keys = [] } = useQuery(readList(listApiKeys, {}))
  const set = (change: Partial<ApiRequestsSearch>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }), replace: true })
  return (
    <FilterBar
      count={countFilters({ ...search, search: undefined })}
      search={
        <SearchField
          label="Search by path or request ID"
          placeholder="Path or request ID"
          clearLabel="Clear search"
          maxLength={200}
          value={search.search}
          onSearch={(text) => set({ search: text })}
        />
      }
    >
      <FilterSelect
        label="API key"
        all="All keys"
        choices={keys.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.apiKeyId}
        onSelect={(apiKeyId) => set({ apiKeyId })}
      />
      <FilterSelect
        label="Status"
        all="All statuses"
        choices={STATUSES}
        value={search.status}
        onSelect={(status) => set({ status })}
      />
      <PeriodFields period={search} onChange={set} />
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  )
}

/** The details of a request, with a link to its operation in the API reference. */
function RequestDialog({ request, onClose }: { readonly request: ApiRequest; readonly onClose: () => void }) {
  const { data: me } = useMe()
  const { method, path, status, code, reason, query, milliseconds, apiKey, requestId, userAgent, operation, message } =
    request
  const { local, utc } = exactTime(Date.parse(request.at))
  return (
    <Modal opened onClose={onClose} title="API request" size="lg">
      <Facts>
        <Fact name="Request">
          <code>
            {method} {path}
          </code>
        </Fact>
        <Fact name="Status">{status}</Fact>
        <Fact name="Error code">{code}</Fact>
        <Fact name="Reason">{reason}</Fact>
        <Fact name="Query parameters">{query.replaceAll('&', ', ')}</Fact>
        <Fact name="Request ID">
          <CopyId id={requestId} label="request ID" />
        </Fact>
        <Fact name="Time">
          {local}
          <br />
          {utc}
        </Fact>
        <Fact name="Duration">{milliseconds.toLocaleString('en')} ms</Fact>
        <Fact name="API key">{apiKey.name}</Fact>
        <Fact name="IP address">
          <IpAddress {...request} />
        </Fact>
        <Fact name="User agent">{userAgent}</Fact>
        {message && (
          <Fact name="Message">
            <Link
              to="/conversations/$id/trace/$messageId"
              params={{ id: message.conversationId, messageId: message.id }}
            >
              Trace
            </Link>
          </Fact>
        )}
        <Fact name="API reference">
          {me && (
            <Anchor inherit href={operationUrl(me.apiBaseUrl, operation)} target="_blank" rel="noreferrer">
              {operation}
            </Anchor>
          )}
        </Fact>
      </Facts>
    </Modal>
  )
}
