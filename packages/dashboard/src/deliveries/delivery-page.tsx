import { Alert, Button, Text } from '@mantine/core'
import { type Delivery, replayDelivery } from '@replywright/contract/webhook-deliveries.ts'
import { IconAlertTriangle, IconRotateClockwise } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { FactsSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import cards from '../ui/shared.module.css'
import { Hint, PhoneNumber } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'
import { AttemptItem } from './attempt-item.tsx'
import classes from './delivery.module.css'
import { DeliveryAlert } from './delivery-alert.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { customerName, messageText, shortId } from './delivery-words.ts'
import { listSearchOf } from './filters.ts'
import { NeighbourLinks } from './neighbour-links.tsx'
import { RetryTimeline } from './retry-timeline.tsx'
import { curlSnippet, nodeSnippet, shellSnippet, signedBy } from './snippets.ts'
import { useDelivery } from './use-delivery.ts'

const route = getRouteApi('/shell/deliveries/$id')

export function DeliveryPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const query = useDelivery(id)
  const delivery = query.data
  return (
    <Page
      title={delivery ? titleOf(delivery) : 'Delivery'}
      badge={delivery && <DeliveryStatus delivery={delivery} />}
      description={<CopyId id={id} label="delivery ID" />}
      crumbs={[{ label: 'Deliveries', link: { to: '/deliveries', search: listSearchOf(search) } }]}
      actions={delivery && <NeighbourLinks delivery={delivery} search={listSearchOf(search)} />}
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(data) => <DeliveryDetails delivery={data} />}
      </Loaded>
    </Page>
  )
}

function titleOf(delivery: Delivery): string {
  const name = customerName(delivery)
  return name === undefined ? delivery.event : `${delivery.event} · ${name}`
}

function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { body, verify } = route.useSearch()
  return (
    <>
      <OutcomePanel delivery={delivery} />
      <Panel title="Attempts">
        <AttemptsList attempts={delivery.attempts} attemptCount={delivery.attemptCount} />
      </Panel>
      <div className={classes.columns}>
        <div>
          <PayloadPanel payload={delivery.payload} view={body} />
        </div>
        <div>
          <Panel title="Details">
            <DeliveryFacts delivery={delivery} />
          </Panel>
        </div>
      </div>
      <CurlPanel delivery={delivery} />
      <VerifyPanel delivery={delivery} language={verify} />
    </>
  )
}

/** The curl command of the latest attempt. */
function CurlPanel({ delivery }: { readonly delivery: Delivery }) {
  const snippet = curlSnippet(delivery)
  if (snippet === undefined) return null
  return (
    <Panel title="Send the same request">
      <CodeBlock value={snippet} label="curl command" wrap />
      <Hint mt={4}>
        Sends the same bytes with the headers of the latest attempt. Receivers that check the age of signatures reject
        it after five minutes: replay the delivery for a new signature.
      </Hint>
    </Panel>
  )
}

/** The stored attempts of a delivery, latest first. The latest attempt is expanded. */
function AttemptsList({ attempts, attemptCount }: Pick<Delivery, 'attempts' | 'attemptCount'>) {
  if (attempts.length === 0) return <Text c="dimmed">No attempts yet</Text>
  const dropped = attemptCount - attempts.length
  const numbered = attempts.map((attempt, index) => ({ attempt, number: dropped + index + 1 })).toReversed()
  return (
    <ol className={cards.list}>
      {numbered.map(({ attempt, number }) => (
        <AttemptItem key={number} attempt={attempt} number={number} isOpen={number === attemptCount} />
      ))}
    </ol>
  )
}

const VIEWS = [
  { value: undefined, label: 'Formatted' },
  { value: 'raw', label: 'Raw' },
] as const

/** The request body, as coloured JSON or raw. */
function PayloadPanel({ payload, view }: { readonly payload: string; readonly view: 'raw' | undefined }) {
  return (
    <Panel title="Request body">
      <LinkTabs label="Body view" param="body" value={view} tabs={VIEWS} />
      {view === 'raw' ? (
        <CodeBlock value={payload} label="request body" wrap />
      ) : (
        <JsonView text={payload} label="request body" />
      )}
    </Panel>
  )
}

const LANGUAGES = [
  { value: undefined, label: 'Shell' },
  { value: 'node', label: 'Node.js' },
] as const

/** A code snippet that verifies the latest signature. Empty if signatures are hidden. */
function VerifyPanel({ delivery, language }: { readonly delivery: Delivery; readonly language: 'node' | undefined }) {
  const { attempts, payload, webhookId, webhookDeleted } = delivery
  const header = attempts.findLast(({ signaturesShown }) => signaturesShown)?.requestHeaders['X-Service-Signature']
  const signed = signedBy(header, payload)
  if (!signed) return null
  return (
    <Panel title="Signature verification">
      <LinkTabs label="Language" param="verify" value={language} tabs={LANGUAGES} />
      <CodeBlock value={language === 'node' ? nodeSnippet(signed) : shellSnippet(signed)} label="snippet" wrap />
      <Hint mt={4}>
        The snippet prints true if the signature is valid.{' '}
        {!webhookDeleted && (
          <Link to="/webhooks/$id" params={{ id: webhookId }} hash="secret">
            Show the signing secret
          </Link>
        )}
      </Hint>
    </Panel>
  )
}

/** Who and what a delivery is about, where it went, and when. */
function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { webhookId, webhookName, webhookDeleted, url, createdAt, finishedAt, originId, replayedAs } = delivery
  const { contact, conversationId, messageId } = delivery
  const name = customerName(delivery)
  return (
    <Facts>
      <Fact name="Customer">
        {name && (
          <>
            {conversationId ? (
              <Link to="/conversations/$id" params={{ id: conversationId }}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}{' '}
            {contact?.name && contact.phoneNumber && <PhoneNumber number={contact.phoneNumber} />}
          </>
        )}
      </Fact>
      <Fact name="Message">{messageText(delivery)}</Fact>
      <Fact name="Conversation">
        {conversationId && (
          <Link to="/conversations/$id" params={{ id: conversationId }}>
            Open conversation
          </Link>
        )}
      </Fact>
      <Fact name="Trace">
        {conversationId && messageId && (
          <Link to="/conversations/$id/trace/$messageId" params={{ id: conversationId, messageId }}>
            Follow the message
          </Link>
        )}
      </Fact>
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
      <Fact name="Replay of">{originId && <DeliveryLink id={originId} />}</Fact>
      <Fact name="Replayed as">{replayedAs && <DeliveryLink id={replayedAs} />}</Fact>
      <Fact name="Message ID">{messageId && <CopyId id={messageId} label="Message ID" />}</Fact>
    </Facts>
  )
}

function DeliveryLink({ id }: { readonly id: string }) {
  return (
    <Link to="/deliveries/$id" params={{ id }} aria-label={id} title={id}>
      <code>{shortId(id)}</code>
    </Link>
  )
}

/** The outcome of a delivery, the fix of a failure, its attempts to scale, and the result of a replay. */
function OutcomePanel({ delivery }: { readonly delivery: Delivery }) {
  const { explanation, fix, webhookId, webhookEnabled, webhookDeleted } = delivery
  const [copyId, setCopyId] = useState<string>()
  return (
    <Panel title="Outcome" actions={<ReplayButton delivery={delivery} onReplayed={setCopyId} />}>
      <Text size="md" role="status">
        {explanation}
      </Text>
      {fix && (
        <Text mt={4}>
          <strong>Fix</strong> {fix}
        </Text>
      )}
      {copyId !== undefined && (
        <DeliveryAlert
          id={copyId}
          icon={IconRotateClockwise}
          my="md"
          title="Replay"
          waiting="Pending"
          link="Open the replay"
        />
      )}
      {!webhookEnabled && !webhookDeleted && (
        <Alert
          color="yellow"
          my="md"
          icon={<IconAlertTriangle aria-hidden />}
          title="The endpoint is disabled. Enable it before you replay this delivery."
        >
          <LinkButton to="/webhooks/$id" params={{ id: webhookId }} size="xs" variant="default">
            Open endpoint
          </LinkButton>
        </Alert>
      )}
      {webhookDeleted && (
        <Text c="dimmed" mt="xs">
          The endpoint was deleted. This delivery cannot be replayed.
        </Text>
      )}
      <RetryTimeline delivery={delivery} />
    </Panel>
  )
}

/** Replays a delivery. `onReplayed` receives the id of the new delivery. */
function ReplayButton({
  delivery: { id, webhookEnabled, webhookDeleted, replayedAs },
  onReplayed,
}: {
  readonly delivery: Delivery
  readonly onReplayed: (copyId: string) => void
}) {
  const replaying = useAction(replayDelivery, { onDone: (copy) => onReplayed(copy.id) })
  return (
    <Allowed endpoint={replayDelivery}>
      <Button
        size="xs"
        leftSection={<IconRotateClockwise size={14} aria-hidden />}
        disabled={!webhookEnabled || webhookDeleted}
        loading={replaying.isPending}
        onClick={() => replaying.run({ params: { id } })}
      >
        {replayedAs === null ? 'Replay' : 'Replay again'}
      </Button>
    </Allowed>
  )
}
