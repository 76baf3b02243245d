import { Text } from '@mantine/core'
import { listDeliveries } from '@messaging/contract/dashboard/deliveries.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/read.ts'
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'

const SHOWN = '10'
const POLL_MS = 5_000

/** The latest deliveries of a webhook, with a link to replay failed ones. */
export function RecentDeliveries({ webhook: { id } }: { readonly webhook: Webhook }) {
  const query = useQuery({
    ...readList(listDeliveries, { query: { webhookId: id, limit: SHOWN } }),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel
      title="Recent deliveries"
      actions={
        <>
          <LinkButton to="/webhooks/$id/replay" params={{ id }} size="xs" variant="default">
            Replay failed deliveries
          </LinkButton>
          <LinkButton to="/deliveries" search={{ webhookId: id }} size="xs" variant="default">
            All deliveries
          </LinkButton>
        </>
      }
    >
      <Loaded query={query}>
        {({ results }) =>
          results.length > 0 ? (
            <DeliveriesTable deliveries={results} ofOneWebhook />
          ) : (
            <Text size="sm" c="dimmed">
              No deliveries yet. Send a test event to create one.
            </Text>
          )
        }
      </Loaded>
    </Panel>
  )
}
