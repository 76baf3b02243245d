import { Alert, Box, Button, Progress, Stack, Text } from '@mantine/core'
import {
  getQueueHistory,
  getRedrive,
  listDeadLetters,
  listQueues,
  purgeDeadLetters,
  redriveDeadLetters,
} from '@replywright/contract/dashboard/operations.ts'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { read, readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { ChartGrid, TitledChart } from '../overview/result-charts.tsx'
import { NotFoundPage } from '../shell/trouble.tsx'
import type { ChartSeries } from '../ui/chart-shapes.ts'
import { ActionButton, ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Loaded, Page, Panel, RowsSkeleton } from '../ui/page.tsx'
import { Bullets } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'
import { LetterGroupList } from './letter-group-list.tsx'
import classes from './operations.module.css'
import { OperatorsOnly } from './operators-only.tsx'
import { queueTitle, queueWords } from './queue-words.ts'
import { deadCount, deadCountText, historyOf, historyTimes, letterGroups, oldestSent, totalMessages } from './queues.ts'

const route = getRouteApi('/shell/operations/queues/$queue')
const POLL_MS = { queues: 5_000, redrive: 2_000, history: 300_000 } as const

export function DeadLettersPage() {
  const { queue } = route.useParams()
  const texts = queueWords(queue)
  if (!texts) return <NotFoundPage />
  return (
    <Page
      title={texts.title}
      description={
        <>
          {texts.carries} Queue <code>{queue}</code>
        </>
      }
      crumbs={[{ label: 'Queues', link: { to: '/operations/queues' } }]}
    >
      <OperatorsOnly>{() => <DeadLetters queue={queue} />}</OperatorsOnly>
    </Page>
  )
}

function DeadLetters({ queue }: { readonly queue: string }) {
  const texts = queueWords(queue)
  const queues = useQuery({ ...readList(listQueues, {}), refetchInterval: pollEvery(POLL_MS.queues) })
  // Listing receives the messages. SQS counts each receive and hides the messages temporarily, so only list on demand.
  const letters = useQuery({
    ...read(listDeadLetters, { params: { queue } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const counts = queues.data?.find(({ kind, name }) => kind === 'dead-letter' && name === queue)
  const oldest = oldestSent(letters.data?.messages ?? [])
  return (
    <>
      <QueueCharts queue={queue} />
      <Panel title="Dead letters">
        <Facts>
          <Fact name="Messages">{counts && deadCountText(totalMessages(counts), letters.data)}</Fact>
          <Fact name="Oldest, first sent">{oldest && <When at={oldest} />}</Fact>
        </Facts>
        <dl className={classes.explained}>
          <dt>Meaning</dt>
          <dd>{texts?.deadMeans}</dd>
          <dt>Next step</dt>
          <dd>{texts?.todo}</dd>
        </dl>
        {counts?.redrivesTo && <RedriveProgress queue={queue} />}
      </Panel>
      <Panel
        title="Messages"
        actions={
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={letters.isFetching}
              onClick={() => void letters.refetch()}
            >
              Refresh
            </Button>
            {letters.data && letters.data.messages.length > 0 && (
              <>
                {counts?.redrivesTo && <RedriveQueue queue={queue} to={counts.redrivesTo} />}
                <PurgeQueue queue={queue} count={deadCount(counts ? totalMessages(counts) : 0, letters.data)} />
              </>
            )}
          </>
        }
      >
        <Loaded query={letters}>
          {({ messages, more }) =>
            messages.length === 0 ? (
              <EmptyState icon={IconCircleCheck} title="No dead letters">
                A message that fails permanently is kept here for 14 days. You inspect it, fix the cause and redrive it.
              </EmptyState>
            ) : (
              <>
                <Text c="dimmed" mb="xs" role="status">
                  {more ? `First ${messages.length} messages; the queue has more.` : `${messages.length} shown.`} Kept
                  for 14 days after they were first sent.
                </Text>
                <Stack gap="lg">
                  {letterGroups(messages).map((group) => (
                    <LetterGroupList
                      key={group.key}
                      queue={queue}
                      group={group}
                      of={more ? messages.length : undefined}
                      canRedrive={Boolean(counts?.redrivesTo)}
                    />
                  ))}
                </Stack>
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

/** Redrives all dead letters of a queue to its work queue. */
function RedriveQueue({ queue, to }: { readonly queue: string; readonly to: string }) {
  return (
    <ActionButton
      button={{ label: 'Redrive all', size: 'xs', variant: 'filled' }}
      endpoint={redriveDeadLetters}
      input={{ params: { queue }, body: {} }}
      title={`Redrive all dead letters of ${queueTitle(queue)}?`}
      confirm="Redrive all"
      done="Redrive started"
    >
      <Text mb="xs">
        SQS moves them back to the queue {to}, where they are retried. Fix the cause and redrive one message first.
      </Text>
      {['deliveries', 'slow-deliveries'].includes(queue) && (
        <Bullets>
          <li>A delivery keeps its ID, so endpoints can ignore duplicates.</li>
          <li>Deliveries that were replayed are sent a second time. Purge their messages first.</li>
          <li>Failures do not count towards auto-disabling the endpoint.</li>
          <li>Deliveries to a disabled endpoint fail immediately. Enable the endpoint first.</li>
        </Bullets>
      )}
    </ActionButton>
  )
}

/** Purges the counted dead letters of a queue. Later messages are kept. */
function PurgeQueue({ queue, count }: { readonly queue: string; readonly count: number }) {
  const [confirmedCount, setConfirmedCount] = useState<number>()
  const purging = useAction(purgeDeadLetters, {
    done: ({ purged, more }) => `${purged.toLocaleString('en')} purged${more ? '. More remain: purge again.' : ''}`,
    onDone: () => setConfirmedCount(undefined),
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirmedCount(count)}>
        Purge all
      </Button>
      <ConfirmDialog
        opened={confirmedCount !== undefined}
        onClose={() => {
          setConfirmedCount(undefined)
          purging.reset()
        }}
        title={`Purge ${(confirmedCount ?? count).toLocaleString('en')} dead letters of ${queueTitle(queue)}?`}
        confirm="Purge all"
        danger
        typed={queue}
        onConfirm={() => purging.mutate({ params: { queue }, body: { count: confirmedCount ?? count } })}
        isPending={purging.isPending}
        error={purging.error}
      >
        <Text>
          Purged messages cannot be redriven. Only messages are deleted, not records: deliveries can be replayed for up
          to 30 days, and pending work can be resent on the page Checks. Messages that arrive later are kept.
        </Text>
      </ConfirmDialog>
    </>
  )
}

const LAYOUT = { mt: 'md', maw: '30rem' } as const

/** The progress of a running redrive, or the result of the latest one. */
function RedriveProgress({ queue }: { readonly queue: string }) {
  const input = { params: { queue } }
  const { data } = useQuery({
    ...read(getRedrive, input),
    refetchInterval: ({ state }) => state.data?.status === 'running' && POLL_MS.redrive,
  })
  useRefetchWhenDone(queue, data?.status)
  if (!data || data.status === 'none') return null
  const { status, failure } = data
  const [moved, total] = [data.moved, data.total].map((count) => count.toLocaleString('en'))
  if (status === 'failed')
    return (
      <Alert color="red" {...LAYOUT} title={`Latest redrive failed after ${moved} of ${total}`}>
        {failure}
      </Alert>
    )
  if (status === 'running')
    return (
      <Box {...LAYOUT}>
        <Text mb={4} role="status">
          Redriving: {moved} of {total} moved
        </Text>
        <Progress value={data.total === 0 ? 0 : (data.moved / data.total) * 100} aria-label="Redrive" animated />
      </Box>
    )
  return (
    <Text c="dimmed" {...LAYOUT} role="status">
      {status === 'done' ? `Latest redrive completed: ${moved} moved.` : `Latest redrive cancelled: ${moved} moved.`}
    </Text>
  )
}

function useRefetchWhenDone(queue: string, status: string | undefined): void {
  const queries = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'running' && status !== 'running')
      void queries.invalidateQueries({ queryKey: read(listDeadLetters, { params: { queue } }).queryKey })
    before.current = status
  }, [queries, queue, status])
}

const HEIGHT = 140
const KINDS = [
  { kind: 'work', label: 'Waiting for a worker', color: 'accent' },
  { kind: 'dead-letter', label: 'Dead letters', color: 'bad' },
] as const
const CHARTS = [
  { field: 'waiting', label: 'Waiting messages', unit: 'count' },
  { field: 'oldestAgeSeconds', label: 'Age of the oldest message', unit: 'seconds' },
] as const

/** Depth and age of a queue and its dead-letter queue over the last 24 hours. */
function QueueCharts({ queue }: { readonly queue: string }) {
  const query = useQuery({
    ...read(getQueueHistory, {}),
    staleTime: POLL_MS.history,
    refetchInterval: pollEvery(POLL_MS.history),
  })
  return (
    <Panel title="Last 24 hours">
      <Loaded query={query} skeleton={<RowsSkeleton rows={1} height={HEIGHT} />}>
        {(history) => (
          <ChartGrid>
            {CHARTS.map(({ field, label, unit }) => (
              <TitledChart
                key={field}
                kind="lines"
                label={label}
                unit={unit}
                height={HEIGHT}
                times={historyTimes(history)}
                series={KINDS.flatMap(({ kind, ...series }): ChartSeries[] => {
                  const found = historyOf(history, kind, queue)
                  return found ? [{ ...series, values: found[field] }] : []
                })}
              />
            ))}
          </ChartGrid>
        )}
      </Loaded>
    </Panel>
  )
}
