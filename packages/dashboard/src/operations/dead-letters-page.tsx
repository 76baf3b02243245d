import { Button, Text } from '@mantine/core'
import { listDeadLetters, listQueues } from '@messaging/contract/dashboard/operations.ts'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, readList } from '../api/read.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { When } from '../ui/when.tsx'
import { DeadLetterItem } from './dead-letter-item.tsx'
import classes from './dead-letters-page.module.css'
import { OperatorsOnly } from './operators-only.tsx'
import { PurgeQueue } from './purge-queue.tsx'
import { QueueCharts } from './queue-charts.tsx'
import { oldestSent, totalMessages } from './queue-counts.ts'
import { queueTitle, queueWords } from './queue-words.ts'
import { RedriveProgress } from './redrive-progress.tsx'
import { RedriveQueue } from './redrive-queue.tsx'

const route = getRouteApi('/shell/operations/queues/$queue')
const POLL_MS = 5_000

export function DeadLettersPage() {
  const { queue } = route.useParams()
  return (
    <Page
      title={queueTitle(queue)}
      description={
        <>
          {queueWords(queue)?.carries} <code>Queue {queue}</code>
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
                <ul className={classes.letters}>
                  {messages.map((letter) => (
                    <DeadLetterItem
                      key={letter.messageId}
                      queue={queue}
                      letter={letter}
                      canRedrive={Boolean(counts?.redrivesTo)}
                    />
                  ))}
                </ul>
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}
