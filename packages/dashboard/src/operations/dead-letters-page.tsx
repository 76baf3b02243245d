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
import { DeadLetterItem } from './dead-letter-item.tsx'
import classes from './dead-letters-page.module.css'
import { OperatorsOnly } from './operators-only.tsx'
import { PurgeQueue } from './purge-queue.tsx'
import { held, oldestText } from './queue-counts.ts'
import { queueWords } from './queue-words.ts'
import { RedriveProgress } from './redrive-progress.tsx'
import { RedriveQueue } from './redrive-queue.tsx'

const route = getRouteApi('/shell/operations/queues/$queue')
const POLL_MS = 5_000

export function DeadLettersPage() {
  const { queue } = route.useParams()
  return (
    <Page
      title={`Dead letters of ${queue}`}
      description={queueWords(queue)?.carries}
      crumbs={[{ label: 'Queues', link: { to: '/operations/queues' } }]}
    >
      <OperatorsOnly>{() => <DeadLetters queue={queue} />}</OperatorsOnly>
    </Page>
  )
}

function DeadLetters({ queue }: { readonly queue: string }) {
  const words = queueWords(queue)
  const queues = useQuery({ ...readList(listQueues, {}), refetchInterval: POLL_MS })
  // Looking receives the messages, which counts at SQS and hides them for a moment: so only when it is asked for.
  const letters = useQuery({
    ...read(listDeadLetters, { params: { queue } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const counts = queues.data?.find(({ kind, name }) => kind === 'dead-letter' && name === queue)
  return (
    <>
      <Panel title="How it stands">
        <Facts>
          <Fact name="Messages">{counts && held(counts)}</Fact>
          <Fact name="Oldest">{oldestText(counts)}</Fact>
          <Fact name="Means">{words?.deadMeans}</Fact>
          <Fact name="What to do">{words?.todo}</Fact>
        </Facts>
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
              Look again
            </Button>
            {letters.data && letters.data.messages.length > 0 && (
              <>
                {counts?.redrivesTo && <RedriveQueue queue={queue} to={counts.redrivesTo} />}
                <PurgeQueue queue={queue} count={Math.max(letters.data.messages.length, counts ? held(counts) : 0)} />
              </>
            )}
          </>
        }
      >
        <Loaded query={letters}>
          {({ messages, more }) =>
            messages.length === 0 ? (
              <EmptyState icon={IconCircleCheck} title="No dead letters">
                Nothing of this queue was given up, or it was redriven or purged since.
              </EmptyState>
            ) : (
              <>
                <Text size="sm" c="dimmed" mb="xs" role="status">
                  {more ? `The first ${messages.length}: the queue holds more.` : `${messages.length} shown.`} They stay
                  14 days after they were first sent.
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
