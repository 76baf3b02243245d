import { Button, Stack, Text } from '@mantine/core'
import {
  listDeadLetters,
  listQueues,
  purgeDeadLetters,
  redriveDeadLetters,
} from '@messaging/contract/dashboard/operations.ts'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { ActionButton } from '../ui/action-dialog.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import classes from './dead-letters-page.module.css'
import { LetterGroupList } from './letter-group-list.tsx'
import { letterGroups } from './letter-groups.ts'
import { OperatorsOnly } from './operators-only.tsx'
import { QueueCharts } from './queue-charts.tsx'
import { oldestSent, totalMessages } from './queue-counts.ts'
import { queueTitle, queueWords } from './queue-words.ts'
import { RedriveProgress } from './redrive-progress.tsx'

const route = getRouteApi('/shell/operations/queues/$queue')
const POLL_MS = 5_000

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
  const queues = useQuery({ ...readList(listQueues, {}), refetchInterval: POLL_MS })
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
          <Fact name="Messages">{counts && String(totalMessages(counts))}</Fact>
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
                <PurgeQueue
                  queue={queue}
                  count={Math.max(letters.data.messages.length, counts ? totalMessages(counts) : 0)}
                />
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
                <Text size="sm" c="dimmed" mb="xs" role="status">
                  {more ? `First ${messages.length} messages; the queue has more.` : `${messages.length} shown.`} Kept
                  for 14 days after they were first sent.
                </Text>
                <Stack gap="lg">
                  {letterGroups(messages).map((group) => (
                    <LetterGroupList
                      key={group.key}
                      queue={queue}
                      group={group}
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
      <Text size="sm" mb="xs">
        SQS moves them back to the queue {to}, where they are retried. Fix the cause and redrive one message first.
      </Text>
      {['deliveries', 'slow-deliveries'].includes(queue) && (
        <Bullets>
          <li>A delivery keeps its ID, so endpoints can ignore duplicates.</li>
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
    onDone: ({ purged, more }) => {
      tell(more ? `${purged} purged. More remain: purge again.` : `${purged} purged`)
      setConfirmedCount(undefined)
    },
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
        title={`Purge ${confirmedCount ?? count} dead letters of ${queueTitle(queue)}?`}
        confirm="Purge all"
        danger
        typed={queue}
        onConfirm={() => purging.mutate({ params: { queue }, body: { count: confirmedCount ?? count } })}
        isPending={purging.isPending}
        error={purging.error}
      >
        <Text size="sm">
          Purged messages cannot be redriven. Only messages are deleted, not records: deliveries can be replayed for 30
          days, and pending work can be resent on the page Checks. Messages that arrive later are kept.
        </Text>
      </ConfirmDialog>
    </>
  )
}
