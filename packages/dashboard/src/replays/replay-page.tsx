import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { cancelReplay, countReplay, listReplays, startReplay } from '@replywright/contract/dashboard/replays.ts'
import type { Replay } from '@replywright/contract/replays.ts'
import type { Webhook } from '@replywright/contract/webhooks.ts'
import { getWebhook } from '@replywright/contract/webhooks.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerStop,
  IconRotateClockwise,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { read, readList } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded, Page, Panel } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { fromLocalInput, toLocalInput } from '../ui/time-words.ts'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'
import { DisabledBanner } from '../webhooks/disabled-banner.tsx'
import { endText, pollAfter, progressText } from './result-words.ts'
import { countText, SINCE_CHOICES, sinceOf } from './since-choices.ts'

const route = getRouteApi('/shell/webhooks/$id/replay')

/** Replays the failed deliveries of a webhook, and shows the running and earlier replays. */
export function ReplayPage() {
  const { id } = route.useParams()
  const params = { id }
  const webhookQuery = useQuery(read(getWebhook, { params }))
  const replaysQuery = useQuery({
    ...readList(listReplays, { params }),
    refetchInterval: ({ state }) => pollAfter(state.data ?? [], Date.now()),
  })
  const replays = replaysQuery.data ?? []
  const running = replays.find(isRunning)
  const ended = replays.filter((replay) => !isRunning(replay))
  const watched = useWatched(running?.id)
  const result = ended.find((replay) => replay.id === watched)
  return (
    <Page
      title="Replay failed deliveries"
      description="Sends each failed delivery that was not replayed yet as a new delivery with its own ID."
      crumbs={[
        { label: 'Endpoints', link: { to: '/webhooks' } },
        { label: webhookQuery.data?.name ?? 'Endpoint', link: { to: '/webhooks/$id', params } },
      ]}
    >
      <Loaded query={webhookQuery}>
        {(webhook) => (
          <Loaded query={replaysQuery}>
            {() => (
              <>
                {running && <RunningReplay replay={running} />}
                {result && <ReplayResult replay={result} />}
                {!running && webhook.enabled && (
                  <ReplayForm webhook={webhook} finishedAt={ended[0]?.finishedAt ?? null} />
                )}
                {!running && !webhook.enabled && <DisabledBanner webhook={webhook} />}
                <Panel title="Earlier replays">
                  {ended.length > 0 ? (
                    <ReplaysTable replays={ended} />
                  ) : (
                    <Text c="dimmed">None in the last 30 days</Text>
                  )}
                </Panel>
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function isRunning({ status }: Replay): boolean {
  return status === 'running'
}

/** Returns the id of the latest replay that ran during this visit. What it changed is read again when it ends. */
function useWatched(runningId: string | undefined): string | undefined {
  const queries = useQueryClient()
  const [watched, setWatched] = useState(runningId)
  if (runningId !== undefined && runningId !== watched) setWatched(runningId)
  const hasEnded = watched !== undefined && runningId === undefined
  useEffect(() => {
    if (!hasEnded) return
    void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== listReplays.path })
  }, [hasEnded, queries])
  return watched
}

function ReplayResult({ replay }: { readonly replay: Replay }) {
  const { status, failed, webhookId, startedAt: since } = replay
  const isGood = status === 'done' && !failed
  return (
    <Alert
      role="status"
      mb="lg"
      color={isGood ? 'green' : 'yellow'}
      icon={isGood ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={endText(replay)}
    >
      <Group gap="xs">
        <LinkButton to="/deliveries" search={{ webhookId, since }} size="xs" variant="default">
          View replayed deliveries
        </LinkButton>
        {failed !== 0 && (
          <LinkButton to="/deliveries" search={{ webhookId, since, status: 'failed' }} size="xs" variant="default">
            View failed deliveries
          </LinkButton>
        )}
      </Group>
    </Alert>
  )
}

const COLUMNS: readonly Column<Replay>[] = [
  { title: 'Started', render: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Failed since', render: ({ since }) => <When at={since} /> },
  {
    title: 'Replayed',
    align: 'end',
    render: ({ replayed, total }) => `${replayed.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  },
  { title: 'Delivered', align: 'end', render: ({ delivered }) => delivered?.toLocaleString('en') ?? '–' },
  { title: 'Failed', align: 'end', render: ({ failed }) => failed?.toLocaleString('en') ?? '–' },
  { title: 'Status', render: (replay) => <Result replay={replay} /> },
]

/** A table of ended replays, newest first. */
function ReplaysTable({ replays }: { readonly replays: readonly Replay[] }) {
  return <DataTable label="Earlier replays" columns={COLUMNS} rows={replays} rowKey={({ id }) => id} />
}

function Result({ replay: { status, cancelReason } }: { readonly replay: Replay }) {
  if (status === 'done') return <StatusBadge tone="good" icon={IconCircleCheck} label="Done" />
  return (
    <StatusBadge
      tone="neutral"
      icon={IconCircleX}
      label={cancelReason === 'webhook_disabled' ? 'Endpoint disabled' : 'Stopped'}
    />
  )
}

/** The progress of a running replay, with a stop button. */
function RunningReplay({ replay }: { readonly replay: Replay }) {
  const { id, webhookId, replayed, total, startedAt, since } = replay
  const cancelling = useAction(cancelReplay, { done: 'Replay stopped. Deliveries already replayed are kept.' })
  const percent = total === 0 ? 100 : Math.min(100, (replayed / total) * 100)
  return (
    <Panel title="Running replay">
      <Stack gap="sm">
        <Progress value={percent} aria-label="Replayed" />
        <Group justify="space-between" gap="xs">
          <Text role="status">{progressText(replay)}</Text>
          <Text c="dimmed" component="div">
            Failed since <When at={since} />, started <When at={startedAt} />
          </Text>
        </Group>
        <div>
          <Allowed endpoint={cancelReplay}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              loading={cancelling.isPending}
              onClick={() => cancelling.run({ params: { id: webhookId, replayId: id } })}
            >
              Stop
            </Button>
          </Allowed>
        </div>
      </Stack>
    </Panel>
  )
}

const [, DEFAULT] = SINCE_CHOICES
const SETTLE_MS = 2_000
const RECENT_MS = 10_000

function isRecent(finishedAt: string | null): boolean {
  return finishedAt !== null && Date.now() - Date.parse(finishedAt) < RECENT_MS
}

/** Selects the start time of a replay, shows the number of deliveries, and starts the replay. */
function ReplayForm({
  webhook: { id },
  finishedAt,
}: {
  readonly webhook: Webhook
  /** The end of the latest replay. */
  readonly finishedAt: string | null
}) {
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const [fallback] = useState(() => sinceOf(DEFAULT.ms, Date.now()))
  const since = search.since ?? fallback
  const query = useQuery({
    ...readList(countReplay, { params: { id }, query: { since } }),
    // A cached count may be older than the latest replay. The index that is counted follows a second later.
    refetchOnMount: 'always',
    refetchInterval: () => isRecent(finishedAt) && SETTLE_MS,
  })
  const queries = useQueryClient()
  const list = readList(listReplays, { params: { id } }).queryKey
  const starting = useAction(startReplay, {
    // It may end before the list is read again. The page shows the result of replays that it has seen running.
    onDone: (replay) =>
      queries.setQueryData(list, (replays) => replays && [replay, ...replays.filter((each) => each.id !== replay.id)]),
  })
  const setSince = (time: string | undefined) => void navigate({ search: { since: time }, replace: true })
  return (
    <Panel title="New replay">
      <Stack gap="sm" align="flex-start">
        <Group gap="xs">
          {SINCE_CHOICES.map(({ label, ms }) => (
            <Button key={label} size="xs" variant="default" onClick={() => setSince(sinceOf(ms, Date.now()))}>
              {label}
            </Button>
          ))}
        </Group>
        <TextInput
          label="Failed since"
          type="datetime-local"
          value={toLocalInput(since)}
          onChange={({ currentTarget }) => setSince(fromLocalInput(currentTarget.value))}
        />
        <Loaded query={query} skeleton={<Text>Counting …</Text>}>
          {({ count, orMore }) => (
            <>
              <Text role="status">
                {count === 0 ? 'No failed deliveries to replay.' : `${countText(count, orMore)} will be replayed.`}
              </Text>
              <FormError error={starting.error} />
              {count > 0 && (
                <Allowed endpoint={startReplay}>
                  <Button
                    leftSection={<IconRotateClockwise size={16} aria-hidden />}
                    disabled={query.isFetching}
                    loading={starting.isPending}
                    onClick={() => starting.mutate({ params: { id }, body: { since } })}
                  >
                    {`Replay ${countText(count, orMore)}`}
                  </Button>
                </Allowed>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Panel>
  )
}
