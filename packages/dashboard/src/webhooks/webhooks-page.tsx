import { Alert, Box, Stack, Text } from '@mantine/core'
import { createWebhook, listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconAlertTriangle, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AddLink, LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { When } from '../ui/when.tsx'
import { hoursText, successRateText } from './health.ts'
import { WebhookStatus } from './webhook-status.tsx'

const POLL_MS = 15_000

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: 'Endpoint',
    unlabelled: true,
    render: ({ id, name, url }) => (
      <div>
        <Link to="/webhooks/$id" params={{ id }} className="row-link">
          {name}
        </Link>
        <Text size="xs" c="dimmed">
          {url || 'No URL: stored only'}
        </Text>
      </div>
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
  { title: 'Success rate', align: 'end', render: ({ health }) => successRateText(health) },
  {
    title: 'Last failure',
    render: ({ health: { lastFailureAt } }) => (lastFailureAt ? <When at={lastFailureAt} /> : '–'),
  },
]

export function WebhooksPage() {
  const query = useQuery({ ...readList(listWebhooks, {}), refetchInterval: POLL_MS })
  return (
    <Page
      title="Endpoints"
      description="URLs that receive signed events, with automatic retries."
      actions={
        <>
          <LinkButton to="/webhooks/events" variant="default">
            Events
          </LinkButton>
          <AddLink endpoint={createWebhook} to="/webhooks/new">
            New endpoint
          </AddLink>
        </>
      }
    >
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <NoWebhooks />
          ) : (
            <Stack>
              <AutoDisabledLine webhooks={webhooks.filter(isAutoDisabled)} />
              <DataTable label="Endpoints" columns={COLUMNS} rows={webhooks} rowKey={({ id }) => id} />
            </Stack>
          )
        }
      </Loaded>
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
    <Alert color="red" p="xs" icon={<IconAlertTriangle aria-hidden />}>
      {webhooks.length === 1 ? '1 endpoint was' : `${webhooks.length.toLocaleString('en')} endpoints were`} disabled
      after 20 failed deliveries in a row. Open {webhooks.length === 1 ? 'it' : 'each'} to see why, and to enable and
      replay.
    </Alert>
  )
}

function NoWebhooks() {
  return (
    <EmptyState
      icon={IconWebhook}
      title="No endpoints yet"
      action={
        <LinkButton endpoint={createWebhook} to="/webhooks/new">
          New endpoint
        </LinkButton>
      }
    >
      An endpoint is your URL that receives a signed POST request per event, such as a customer message.
    </EmptyState>
  )
}
