import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { When } from '../ui/when.tsx'
import { customerName, messageText, shortId } from './customer-words.ts'

/** Who and what a delivery is about, where it went, and when. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
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
