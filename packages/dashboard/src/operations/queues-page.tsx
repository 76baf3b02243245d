import { Alert } from '@mantine/core'
import { getQueueHistory, listQueues } from '@replywright/contract/dashboard/operations.ts'
import { IconAlertTriangle, IconCircleCheck, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read, readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { valueText } from '../ui/chart-scale.ts'
import { type Column, DataTable, RowLink } from '../ui/data-table.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Hint } from '../ui/text.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { queueTitle, queueWords } from './queue-words.ts'
import { historyOf, oldestText, type QueueRow, queueRows, totalMessages } from './queues.ts'

const POLL_MS = 5_000
/** CloudWatch charges for each metric that is read. */
const HISTORY_POLL_MS = 300_000

const COLUMNS: readonly Column<QueueRow>[] = [
  {
    title: 'Queue',
    unlabelled: true,
    render: ({ name }) => (
      <RowLink
        to="/operations/queues/$queue"
        params={{ queue: name }}
        label={queueTitle(name)}
        hint={queueWords(name)?.carries}
      />
    ),
  },
  { title: 'Waiting', align: 'end', render: ({ work }) => work?.waiting.toLocaleString('en') ?? '–' },
  { title: 'In flight', align: 'end', render: ({ work }) => work?.inFlight.toLocaleString('en') ?? '–' },
  { title: 'Delayed', align: 'end', render: ({ work }) => work?.delayed.toLocaleString('en') ?? '–' },
  { title: 'Waiting, 24 h', render: ({ name }) => <Trend name={name} of="waiting" /> },
  { title: 'Oldest waits', align: 'end', render: ({ work }) => oldestText(work) },
  { title: 'Oldest, 24 h', render: ({ name }) => <Trend name={name} of="oldestAgeSeconds" /> },
  { title: 'Dead letters', render: ({ dead }) => dead && <DeadCount count={totalMessages(dead)} /> },
]

export function QueuesPage() {
  return (
    <Page
      title="Queues"
      description="Work of all organisations that waits for a worker. Counts from SQS are approximate."
    >
      <OperatorsOnly>{() => <Queues />}</OperatorsOnly>
    </Page>
  )
}

function Queues() {
  const query = useQuery({ ...readList(listQueues, {}), refetchInterval: pollEvery(POLL_MS) })
  return (
    <Loaded query={query}>
      {(queues) => {
        const rows = queueRows(queues)
        const failed = rows.filter(({ dead }) => dead && totalMessages(dead) > 0)
        return (
          <>
            {failed.length > 0 && (
              <Alert color="red" mb="md" icon={<IconAlertTriangle aria-hidden />}>
                Check the dead letters of {failed.map(({ name }) => queueTitle(name)).join(', ')}. Fix the cause, then
                redrive them.
              </Alert>
            )}
            <DataTable label="Queues" columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
            <Hint mt="xs">Ages and charts come from CloudWatch and are a few minutes late.</Hint>
          </>
        )
      }}
    </Loaded>
  )
}

/** The last 24 hours of a work queue, or of a dead-letter queue without one. */
function Trend({ name, of }: { readonly name: string; readonly of: 'waiting' | 'oldestAgeSeconds' }) {
  const { data } = useQuery({
    ...read(getQueueHistory, {}),
    staleTime: HISTORY_POLL_MS,
    refetchInterval: pollEvery(HISTORY_POLL_MS),
  })
  const values = (historyOf(data, 'work', name) ?? historyOf(data, 'dead-letter', name))?.[of] ?? []
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return <Hint>{data && 'No data'}</Hint>
  const text = (value: number) => valueText(value, of === 'waiting' ? 'count' : 'seconds')
  return (
    <Sparkline
      values={values}
      label={`At most ${text(Math.max(...known))} in 24 hours, now ${text(known.at(-1) ?? 0)}`}
    />
  )
}

function DeadCount({ count }: { readonly count: number }) {
  if (count === 0) return <StatusBadge tone="neutral" icon={IconCircleCheck} label="None" />
  return <StatusBadge tone="bad" icon={IconMailOff} label={count.toLocaleString('en')} />
}
