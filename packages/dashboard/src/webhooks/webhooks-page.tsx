import { Alert, Box } from '@mantine/core'
import { createWebhook } from '@replywright/contract/dashboard/webhooks.ts'
import type { Webhook } from '@replywright/contract/webhooks.ts'
import { IconAlertTriangle, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pollEvery } from '../api/query-client.ts'
import { type Column, RowLink } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AddLink, LinkButton } from '../ui/link-button.tsx'
import { percentText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { When } from '../ui/when.tsx'
import { hoursText } from './health.ts'
import { WebhookStatus } from './webhook-status.tsx'
import { webhooksQuery } from './webhooks-query.ts'

const ADD = (
  <AddLink endpoint={createWebhook} to="/webhooks/new">
    New endpoint
  </AddLink>
)

const POLL_MS = 15_000

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: 'Endpoint',
    unlabelled: true,
    render: ({ id, name, url }) => (
      <RowLink to="/webhooks/$id" params={{ id }} label={name} hint={url || 'No URL: stored only'} />
    ),
  },
  { title: 'Status', render: (webhook) => <WebhookStatus webhook={webhook} /> },
  {
    title: 'Last 24 hours',
    render: ({ health: { hours } }) => (
      <Box w="9rem">
        <Sparkline values={hours.map(({ delivered, failed }) => delivered + failed)} label={hoursText(hours)} />
      </Box>
    ),
  },
  { title: 'Success rate', align: 'end', render: ({ health }) => percentText(health.successRate) },
  {
    title: 'Last failure',
    render: ({ health: { lastFailureAt } }) => (lastFailureAt ? <When at={lastFailureAt} /> : '–'),
  },
]

export function WebhooksPage() {
  const query = useQuery({ ...webhooksQuery(), refetchInterval: pollEvery(POLL_MS) })
  return (
    <Page
      title="Endpoints"
      description="URLs that receive signed events, with automatic retries."
      actions={
        <>
          <LinkButton to="/webhooks/events" variant="default">
            Events
          </LinkButton>
          {ADD}
        </>
      }
    >
      <AutoDisabledLine webhooks={(query.data ?? []).filter(isAutoDisabled)} />
      <ResourceList
        query={query}
        label="Endpoints"
        columns={COLUMNS}
        empty={
          <EmptyState icon={IconWebhook} title="No endpoints yet" action={ADD}>
            An endpoint is your URL that receives a signed POST request per event, such as a customer message.
          </EmptyState>
        }
      />
    </Page>
  )
}

function isAutoDisabled({ enabled, disabledReason }: Webhook): boolean {
  return !enabled && disabledReason === 'consecutive_failures'
}

/** Says in one line which endpoints were disabled. The page of each says why. */
function AutoDisabledLine({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) return null
  return (
    <Alert color="red" p="xs" mb="md" icon={<IconAlertTriangle aria-hidden />}>
      {webhooks.length === 1 ? '1 endpoint was' : `${webhooks.length.toLocaleString('en')} endpoints were`} disabled
      after 20 failed deliveries in a row. Open {webhooks.length === 1 ? 'it' : 'each'} to see why, and to enable and
      replay.
    </Alert>
  )
}
