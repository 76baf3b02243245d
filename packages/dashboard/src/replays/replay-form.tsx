import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { countReplay, listReplays, startReplay } from '@messaging/contract/dashboard/replays.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts'
import { Panel } from '../ui/panel.tsx'
import { countText, SINCE_CHOICES, sinceOf } from './since-choices.ts'

const route = getRouteApi('/shell/webhooks/$id/replay')
const [, DEFAULT] = SINCE_CHOICES
const SETTLE_MS = 2_000
const RECENT_MS = 10_000

function isRecent(finishedAt: string | null): boolean {
  return finishedAt !== null && Date.now() - Date.parse(finishedAt) < RECENT_MS
}

/** Selects the start time of a replay, shows the number of deliveries, and starts the replay. */
export function ReplayForm({
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
        <Loaded query={query} skeleton={<Text size="sm">Counting …</Text>}>
          {({ count, orMore }) => (
            <>
              <Text size="sm" role="status">
                {count === 0 ? 'No failed deliveries to replay.' : `${countText(count, orMore)} will be replayed.`}
              </Text>
              <FormError error={starting.error} />
              <Allowed endpoint={startReplay}>
                <Button
                  leftSection={<IconRotateClockwise size={16} aria-hidden />}
                  disabled={count === 0 || query.isFetching}
                  loading={starting.isPending}
                  onClick={() => starting.mutate({ params: { id }, body: { since } })}
                >
                  {count === 0 ? 'Nothing to replay' : `Replay ${countText(count, orMore)}`}
                </Button>
              </Allowed>
            </>
          )}
        </Loaded>
      </Stack>
    </Panel>
  )
}
