import { Text } from '@mantine/core'
import { listDeliveries } from '@messaging/contract/dashboard/deliveries.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/read.ts'
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { words } from './words.ts'

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
      title={words.deliveries.panel}
      actions={
        <>
          <LinkButton to="/webhooks/$id/replay" params={{ id }} size="xs" variant="default">
            {words.deliveries.replay}
          </LinkButton>
          <LinkButton to="/deliveries" search={{ webhookId: id }} size="xs" variant="default">
            {words.deliveries.all}
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
              {words.deliveries.none}
            </Text>
          )
        }
      </Loaded>
    </Panel>
  )
}
