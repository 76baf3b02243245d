import { Alert, Group, Stack, Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { getWebhook, updateWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { RetryTimeline } from '../deliveries/retry-timeline.tsx'
import { useDelivery } from '../deliveries/use-delivery.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { When } from '../ui/when.tsx'
import { DisabledBanner } from './disabled-banner.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { StatisticsPanel } from './statistics-panel.tsx'
import { TestEventButton } from './test-event-button.tsx'
import { WebhookActions } from './webhook-actions.tsx'
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
        {!webhook.enabled && <DisabledBanner webhook={webhook} />}
        {test !== undefined && <TestEventResult deliveryId={test} />}
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
      <Fact name="URL">{url || 'None. Deliveries are only stored, for messaging listen and the API.'}</Fact>
      <Fact name="Numbers">
        {numbers === 'all' ? 'All, including new ones' : numbers.map((number) => `+${number}`).join(', ')}
      </Fact>
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

const COLOURS = { delivered: 'green', failed: 'red', pending: 'gray' } as const

/** The result of a test event. Polls until it is delivered or failed. */
function TestEventResult({ deliveryId }: { readonly deliveryId: string }) {
  const navigate = useNavigate()
  const query = useDelivery(deliveryId)
  return (
    <Alert
      color={COLOURS[query.data?.status ?? 'pending']}
      icon={<IconSend aria-hidden />}
      title="Test event"
      withCloseButton
      closeButtonLabel="Hide test event"
      onClose={() => void navigate({ to: '.', search: {}, replace: true })}
    >
      <Loaded query={query} skeleton={<Text size="sm">Sending …</Text>}>
        {(delivery) => <Outcome delivery={delivery} />}
      </Loaded>
    </Alert>
  )
}

function Outcome({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <Group gap="sm" role="status">
        <DeliveryStatus delivery={delivery} />
        <Text size="sm">{delivery.explanation}</Text>
      </Group>
      {delivery.status === 'pending' && <RetryTimeline delivery={delivery} />}
      <LinkButton to="/deliveries/$id" params={{ id: delivery.id }} size="xs" variant="default" mt="sm">
        View delivery
      </LinkButton>
    </>
  )
}

/** The pattern of a rule that matches only this webhook's events. */
function RulePanel({ webhook: { id } }: { readonly webhook: Webhook }) {
  const pattern = { source: ['replywright'], resources: [`webhook/${id}`] }
  return (
    <Panel title="Event pattern">
      <CodeBlock value={JSON.stringify(pattern)} label="event pattern" wrap />
      <Text size="xs" c="dimmed" mt={4}>
        A rule of the bus with this pattern matches only the events of this endpoint. Add detail-type, or any field of
        detail.
      </Text>
    </Panel>
  )
}
