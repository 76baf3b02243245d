import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { When } from '../ui/when.tsx'
import { AttemptItem } from './attempt-item.tsx'
import { curlSnippet } from './curl-snippet.ts'
import { customerName, messageText, shortId } from './customer-words.ts'
import classes from './delivery-page.module.css'
import { DeliveryStatus } from './delivery-status.tsx'
import { listSearchOf } from './filters.ts'
import { NeighbourLinks } from './neighbour-links.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { useDelivery } from './use-delivery.ts'
import { nodeSnippet, shellSnippet, signedBy } from './verify-snippet.ts'

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
      <Loaded query={query}>{(data) => <DeliveryDetails delivery={data} />}</Loaded>
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
      <Text size="xs" c="dimmed" mt={4}>
        Sends the same bytes with the headers of the latest attempt. Receivers that check the age of signatures reject
        it after five minutes: replay the delivery for a new signature.
      </Text>
    </Panel>
  )
}

/** The stored attempts of a delivery, latest first. The latest attempt is expanded. */
function AttemptsList({ attempts, attemptCount }: Pick<Delivery, 'attempts' | 'attemptCount'>) {
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No attempts yet
      </Text>
    )
  const dropped = attemptCount - attempts.length
  const numbered = attempts.map((attempt, index) => ({ attempt, number: dropped + index + 1 })).toReversed()
  return (
    <ol className={classes.list}>
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
      <Text size="xs" c="dimmed" mt={4}>
        The snippet prints true if the signature is valid.{' '}
        {!webhookDeleted && (
          <Link to="/webhooks/$id" params={{ id: webhookId }} hash="secret">
            Show the signing secret
          </Link>
        )}
      </Text>
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
