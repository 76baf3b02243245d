import { Alert, Text } from '@mantine/core'
import { listQueues } from '@messaging/contract/dashboard/operations.ts'
import { IconAlertTriangle, IconCircleCheck, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { oldestText, type QueueRow, queueRows, totalMessages } from './queue-counts.ts'
import { queueWords } from './queue-words.ts'
import classes from './queues-page.module.css'

const POLL_MS = 5_000

const COLUMNS: readonly Column<QueueRow>[] = [
  {
    title: 'Queue',
    unlabelled: true,
    render: ({ name, dead }) => (
      <div>
        {dead ? (
          <Link to="/operations/queues/$queue" params={{ queue: name }} className="row-link">
            {name}
          </Link>
        ) : (
          name
        )}
        <div className={classes.carries}>{queueWords(name)?.carries}</div>
      </div>
    ),
  },
  { title: 'Waiting', align: 'end', render: ({ work }) => work?.waiting ?? '–' },
  { title: 'In flight', align: 'end', render: ({ work }) => work?.inFlight ?? '–' },
  { title: 'Delayed', align: 'end', render: ({ work }) => work?.delayed ?? '–' },
  { title: 'Oldest', align: 'end', render: ({ work }) => oldestText(work) },
  { title: 'Dead letters', render: ({ dead }) => dead && <DeadCount count={totalMessages(dead)} /> },
]

export function QueuesPage() {
  return (
    <Page title="Queues" description="Queues of all organisations. Counts from SQS are approximate.">
      <OperatorsOnly>{() => <Queues />}</OperatorsOnly>
    </Page>
  )
}

function Queues() {
  const query = useQuery({ ...readList(listQueues, {}), refetchInterval: POLL_MS })
  return (
    <Loaded query={query}>
      {(queues) => {
        const rows = queueRows(queues)
        const failed = rows.filter(({ dead }) => dead && totalMessages(dead) > 0)
        return (
          <>
            {failed.length > 0 && (
              <Alert color="red" mb="md" icon={<IconAlertTriangle aria-hidden />} title="Dead letters">
                Check the dead letters of {failed.map(({ name }) => name).join(', ')}. Fix the cause, then redrive them.
              </Alert>
            )}
            <DataTable label="Queues" columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
            <Text size="xs" c="dimmed" mt="xs">
              The age of the oldest message comes from CloudWatch and is a few minutes late.
            </Text>
          </>
        )
      }}
    </Loaded>
  )
}

function DeadCount({ count }: { readonly count: number }) {
  if (count === 0)
    return (
      <StatusBadge tone="neutral" icon={IconCircleCheck}>
        None
      </StatusBadge>
    )
  return (
    <StatusBadge tone="bad" icon={IconMailOff}>
      {count}
    </StatusBadge>
  )
}
