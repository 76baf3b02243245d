import { Text } from '@mantine/core'
import { listReplays } from '@messaging/contract/dashboard/replays.ts'
import { getWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, readList } from '../api/read.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { AutoDisabledBanner } from '../webhooks/auto-disabled-banner.tsx'
import { ReplayForm } from './replay-form.tsx'
import { ReplaysTable } from './replays-table.tsx'
import { RunningReplay } from './running-replay.tsx'

const route = getRouteApi('/shell/webhooks/$id/replay')
const POLL_MS = 1_500

/** Replays the failed deliveries of a webhook, and shows the running and earlier replays. */
export function ReplayPage() {
  const { id } = route.useParams()
  const params = { id }
  const webhookQuery = useQuery(read(getWebhook, { params }))
  const replaysQuery = useQuery({
    ...readList(listReplays, { params }),
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === 'running') && POLL_MS,
  })
  const name = webhookQuery.data?.name ?? 'Endpoint'
  return (
    <Page
      title="Replay failed deliveries"
      description="Sends each failed delivery that was not replayed yet as a new delivery with its own ID."
      crumbs={[
        { label: 'Endpoints', link: { to: '/webhooks' } },
        { label: name, link: { to: '/webhooks/$id', params } },
      ]}
    >
      <Loaded query={webhookQuery}>
        {(webhook) => (
          <Loaded query={replaysQuery}>
            {(replays) => {
              const running = replays.find(({ status }) => status === 'running')
              return (
                <>
                  {running && <RunningReplay replay={running} />}
                  {!running && webhook.enabled && <ReplayForm webhook={webhook} />}
                  {!running && !webhook.enabled && <AutoDisabledBanner webhook={webhook} />}
                  <Panel title="Earlier replays">
                    {replays.some(({ status }) => status !== 'running') ? (
                      <ReplaysTable replays={replays.filter(({ status }) => status !== 'running')} />
                    ) : (
                      <Text size="sm" c="dimmed">
                        None in the last 30 days
                      </Text>
                    )}
                  </Panel>
                </>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
