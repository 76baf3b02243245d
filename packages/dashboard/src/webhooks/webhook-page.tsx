import { Stack, Text } from '@mantine/core'
import { listDeliveries } from '@replywright/contract/dashboard/deliveries.ts'
import { getWebhookStatistics } from '@replywright/contract/dashboard/statistics.ts'
import { updateWebhook } from '@replywright/contract/dashboard/webhooks.ts'
import type { Webhook } from '@replywright/contract/webhooks.ts'
import { getWebhook } from '@replywright/contract/webhooks.ts'
import { IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { read, readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx'
import { DeliveryAlert } from '../deliveries/delivery-alert.tsx'
import { ResultCharts } from '../overview/result-charts.tsx'
import { CausesList, Figures, PeriodTabs, periodIn } from '../overview/statistics.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { FactsSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import { Hint, PhoneNumbers } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import { DisabledBanner } from './disabled-banner.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { TestEventButton, WebhookActions } from './webhook-actions.tsx'
import { WebhookStatus } from './webhook-status.tsx'

const route = getRouteApi('/shell/webhooks/$id')
const POLL_MS = { webhook: 10_000, statistics: 60_000, deliveries: 5_000 } as const

export function WebhookPage() {
  const { id } = route.useParams()
  const query = useQuery({ ...read(getWebhook, { params: { id } }), refetchInterval: pollEvery(POLL_MS.webhook) })
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
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(data) => <WebhookDetails webhook={data} />}
      </Loaded>
    </Page>
  )
}

function WebhookDetails({ webhook }: { readonly webhook: Webhook }) {
  const { test } = route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <Stack mb="lg">
        {!webhook.enabled && <DisabledBanner webhook={webhook} />}
        {test !== undefined && (
          <DeliveryAlert
            id={test}
            icon={IconSend}
            title="Test event"
            waiting="Sending …"
            link="View delivery"
            withCloseButton
            closeButtonLabel="Hide test event"
            onClose={() => void navigate({ to: '.', search: ({ period }) => ({ period }), replace: true })}
          />
        )}
      </Stack>
      <Panel title="Details">
        <WebhookFacts webhook={webhook} />
      </Panel>
      {webhook.url.startsWith('arn:') ? <RulePanel webhook={webhook} /> : <SecretPanel webhook={webhook} />}
      <RecentDeliveries webhook={webhook} />
      <StatisticsPanel webhookId={webhook.id} />
    </>
  )
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { url, events, numbers, headers, createdAt, disabledAt, health } = webhook
  return (
    <Facts>
      <Fact name="URL">{url || 'None. Deliveries are only stored, for replywright listen and the API.'}</Fact>
      <Fact name="Numbers">{numbers === 'all' ? 'All, including new ones' : <PhoneNumbers numbers={numbers} />}</Fact>
      <Fact name="Headers">{Object.keys(headers).join(', ')}</Fact>
      <Fact name="Last failure">{health.lastFailureAt ? <When at={health.lastFailureAt} /> : 'None'}</Fact>
      <Fact name="Consecutive failures">{health.consecutiveFailures} of 20 before auto-disable</Fact>
      <Fact name="Disabled">{disabledAt && <When at={disabledAt} />}</Fact>
      <Fact name="Created">
        <When at={createdAt} />
      </Fact>
      <Fact name="Events">
        {events.map((name) => (
          <div key={name}>
            <code>{name}</code>
          </div>
        ))}
        <Link to="/webhooks/events">Examples of the events, and how to verify them</Link>
      </Fact>
    </Facts>
  )
}

/** The pattern of a rule that matches only this webhook's events. */
function RulePanel({ webhook: { id } }: { readonly webhook: Webhook }) {
  const pattern = { source: ['replywright'], resources: [`webhook/${id}`] }
  return (
    <Panel title="Event pattern">
      <CodeBlock value={JSON.stringify(pattern)} label="event pattern" wrap />
      <Hint mt={4}>
        A rule of the bus with this pattern matches only the events of this endpoint. Add detail-type, or any field of
        detail.
      </Hint>
    </Panel>
  )
}

/** The results and latency of an endpoint's deliveries in a period, with success over time and failures by cause. */
function StatisticsPanel({ webhookId }: { readonly webhookId: string }) {
  const period = periodIn(route.useSearch())
  const query = useQuery({
    ...readList(getWebhookStatistics, { params: { id: webhookId }, query: { period } }),
    refetchInterval: pollEvery(POLL_MS.statistics),
  })
  return (
    <Panel title="Statistics" actions={<PeriodTabs period={period} />}>
      <Loaded query={query}>
        {(statistics) => (
          <>
            <Figures statistics={statistics} webhookId={webhookId} />
            <ResultCharts points={statistics.points} withSuccess>
              {statistics.causes.length > 0 && (
                <section>
                  <h3>Failures by cause</h3>
                  <CausesList statistics={statistics} webhookId={webhookId} />
                </section>
              )}
            </ResultCharts>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** The latest deliveries of a webhook, with a link to replay failed ones. */
function RecentDeliveries({ webhook: { id } }: { readonly webhook: Webhook }) {
  const query = useQuery({
    ...readList(listDeliveries, { query: { webhookId: id, limit: '10' } }),
    refetchInterval: pollEvery(POLL_MS.deliveries),
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
            <Text c="dimmed">No deliveries yet. Send a test event to create one.</Text>
          )
        }
      </Loaded>
    </Panel>
  )
}
