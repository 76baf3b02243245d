import { Alert, Text } from '@mantine/core'
import { type Delivery, getDelivery } from '@messaging/contract/dashboard/deliveries.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { When } from '../ui/when.tsx'
import { AttemptsList } from './attempts-list.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { PayloadPanel } from './payload-panel.tsx'
import { ReplayButton } from './replay-button.tsx'
import { RetryTimeline } from './retry-timeline.tsx'
import { VerifyPanel } from './verify-panel.tsx'

const route = getRouteApi('/shell/deliveries/$id')
const POLL_MS = 1_500

export function DeliveryPage() {
  const { id } = route.useParams()
  const query = useQuery({
    ...read(getDelivery, { params: { id } }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && POLL_MS,
  })
  const delivery = query.data
  return (
    <Page
      title={delivery?.event ?? 'Delivery'}
      badge={delivery && <DeliveryStatus delivery={delivery} />}
      description={<CopyId id={id} label="delivery ID" />}
      crumbs={[{ label: 'Deliveries', link: { to: '/deliveries' } }]}
      actions={delivery && <ReplayButton delivery={delivery} />}
    >
      <Loaded query={query}>{(data) => <DeliveryDetails delivery={data} />}</Loaded>
    </Page>
  )
}

function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { body, verify } = route.useSearch()
  return (
    <>
      <Panel title="Outcome">
        <Text size="sm" mb="md" role="status">
          {delivery.explanation}
        </Text>
        {!delivery.webhookEnabled && !delivery.webhookDeleted && (
          <Alert color="yellow" mb="md" icon={<IconAlertTriangle aria-hidden />}>
            The endpoint is disabled. A replay fails until you enable it.
          </Alert>
        )}
        <RetryTimeline delivery={delivery} />
      </Panel>
      <Panel title="Details">
        <DeliveryFacts delivery={delivery} />
      </Panel>
      <Panel title="Attempts">
        <AttemptsList attempts={delivery.attempts} attemptCount={delivery.attemptCount} />
      </Panel>
      <PayloadPanel payload={delivery.payload} view={body} />
      <VerifyPanel delivery={delivery} language={verify} />
    </>
  )
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { webhookId, webhookName, webhookDeleted, url, createdAt, finishedAt, originId, replayedAs } = delivery
  return (
    <Facts>
      <Fact name="Endpoint">
        {webhookDeleted ? (
          `${webhookName} (deleted)`
        ) : (
          <Link to="/webhooks/$id" params={{ id: webhookId }}>
            {webhookName}
          </Link>
        )}
      </Fact>
      <Fact name="URL">{url}</Fact>
      <Fact name="Created">
        <When at={createdAt} />
      </Fact>
      <Fact name="Finished">{finishedAt && <When at={finishedAt} />}</Fact>
      <Fact name="Conversation">
        {delivery.conversationId && (
          <Link to="/conversations/$id" params={{ id: delivery.conversationId }}>
            <code>{delivery.conversationId}</code>
          </Link>
        )}
      </Fact>
      <Fact name="Copy of">{originId && <DeliveryLink id={originId} />}</Fact>
      <Fact name="Replayed as">{replayedAs && <DeliveryLink id={replayedAs} />}</Fact>
    </Facts>
  )
}

function DeliveryLink({ id }: { readonly id: string }) {
  return (
    <Link to="/deliveries/$id" params={{ id }}>
      <code>{id}</code>
    </Link>
  )
}
