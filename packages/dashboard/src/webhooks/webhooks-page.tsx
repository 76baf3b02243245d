import { Box, Stack, Text } from '@mantine/core'
import { createWebhook, listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { When } from '../ui/when.tsx'
import { AutoDisabledBanner } from './auto-disabled-banner.tsx'
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
          <LinkButton endpoint={createWebhook} to="/webhooks/new" leftSection={<IconPlus size={16} aria-hidden />}>
            Add endpoint
          </LinkButton>
        </>
      }
    >
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <NoWebhooks />
          ) : (
            <Stack>
              {webhooks.filter(isAutoDisabled).map((webhook) => (
                <AutoDisabledBanner key={webhook.id} webhook={webhook} />
              ))}
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

function NoWebhooks() {
  return (
    <EmptyState
      icon={IconWebhook}
      title="No endpoints yet"
      action={
        <LinkButton endpoint={createWebhook} to="/webhooks/new">
          Add your first endpoint
        </LinkButton>
      }
    >
      An endpoint is your URL that receives a signed POST request per event, such as a customer message.
    </EmptyState>
  )
}
