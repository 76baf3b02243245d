import { Stack } from '@mantine/core'
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
import classes from './webhooks-page.module.css'
import { words } from './words.ts'

const POLL_MS = 15_000

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: words.columns.endpoint,
    unlabelled: true,
    render: ({ id, name, url }) => (
      <div>
        <Link to="/webhooks/$id" params={{ id }} className="row-link">
          {name}
        </Link>
        <div className={classes.url}>{url}</div>
      </div>
    ),
  },
  { title: words.columns.status, render: (webhook) => <WebhookStatus webhook={webhook} /> },
  {
    title: words.columns.hours,
    render: ({ health: { hours } }) => (
      <div className={classes.chart}>
        <Sparkline values={hours.map(({ delivered, failed }) => delivered + failed)} label={hoursText(hours)} />
      </div>
    ),
  },
  { title: words.columns.success, align: 'end', render: ({ health }) => successRateText(health) },
  {
    title: words.columns.lastFailure,
    render: ({ health: { lastFailureAt } }) => (lastFailureAt ? <When at={lastFailureAt} /> : words.health.none),
  },
]

export function WebhooksPage() {
  const query = useQuery({ ...readList(listWebhooks, {}), refetchInterval: POLL_MS })
  return (
    <Page
      title={words.titles.list}
      description={words.descriptions.list}
      actions={
        <>
          <LinkButton to="/webhooks/events" variant="default">
            {words.titles.events}
          </LinkButton>
          <LinkButton endpoint={createWebhook} to="/webhooks/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {words.titles.create}
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
              <DataTable label={words.titles.list} columns={COLUMNS} rows={webhooks} rowKey={({ id }) => id} />
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
      title={words.empty.title}
      action={
        <LinkButton endpoint={createWebhook} to="/webhooks/new">
          {words.empty.action}
        </LinkButton>
      }
    >
      {words.empty.text}
    </EmptyState>
  )
}
