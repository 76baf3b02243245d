import { Stack } from '@mantine/core'
import { getWebhook, updateWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { AutoDisabledBanner } from './auto-disabled-banner.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { StatisticsPanel } from './statistics-panel.tsx'
import { TestEventButton } from './test-event-button.tsx'
import { TestEventResult } from './test-event-result.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookStatus } from './webhook-status.tsx'

const route = getRouteApi('/shell/webhooks/$id')
const POLL_MS = 10_000

export function WebhookPage() {
  const { id } = route.useParams()
  const query = useQuery({ ...read(getWebhook, { params: { id } }), refetchInterval: POLL_MS })
  const webhook = query.data
  return (
    <Page
      title={webhook?.name ?? 'Endpoint'}
      badge={webhook && <WebhookStatus webhook={webhook} />}
      description={<CopyId id={id} label="endpoint ID" />}
      crumbs={[{ label: 'Endpoints', link: { to: '/webhooks' } }]}
      actions={
        webhook && (
          <>
            <TestEventButton webhook={webhook} />
            <LinkButton
              endpoint={updateWebhook}
              to="/webhooks/$id/edit"
              params={{ id }}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              Edit
            </LinkButton>
            <WebhookActions webhook={webhook} />
          </>
        )
      }
    >
      <Loaded query={query}>{(data) => <WebhookDetails webhook={data} />}</Loaded>
    </Page>
  )
}

function WebhookDetails({ webhook }: { readonly webhook: Webhook }) {
  const { test } = route.useSearch()
  return (
    <>
      <Stack mb="lg">
        {!webhook.enabled && webhook.disabledReason === 'consecutive_failures' && (
          <AutoDisabledBanner webhook={webhook} />
        )}
        {test !== undefined && <TestEventResult deliveryId={test} />}
      </Stack>
      <StatisticsPanel webhookId={webhook.id} />
      <Panel title="Details">
        <WebhookFacts webhook={webhook} />
      </Panel>
      <SecretPanel webhook={webhook} />
      <RecentDeliveries webhook={webhook} />
    </>
  )
}
