import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../ui/copy-id.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { When } from '../ui/when.tsx'
import { customerName, messageText, shortId } from './customer-words.ts'
import { words } from './words.ts'

const { detail } = words

/** Who and what a delivery is about, where it went, and when. */
export function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { webhookId, webhookName, webhookDeleted, url, createdAt, finishedAt, originId, replayedAs } = delivery
  const { contact, conversationId, messageId } = delivery
  const name = customerName(delivery)
  return (
    <Facts>
      <Fact name={detail.customer}>
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
      <Fact name={detail.message}>{messageText(delivery)}</Fact>
      <Fact name={detail.conversation}>
        {conversationId && (
          <Link to="/conversations/$id" params={{ id: conversationId }}>
            {detail.openConversation}
          </Link>
        )}
      </Fact>
      <Fact name={detail.endpoint}>
        {webhookDeleted ? (
          detail.deletedName(webhookName)
        ) : (
          <Link to="/webhooks/$id" params={{ id: webhookId }}>
            {webhookName}
          </Link>
        )}
      </Fact>
      <Fact name={detail.url}>{url}</Fact>
      <Fact name={detail.created}>
        <When at={createdAt} />
      </Fact>
      <Fact name={detail.finished}>{finishedAt && <When at={finishedAt} />}</Fact>
      <Fact name={detail.replayOf}>{originId && <DeliveryLink id={originId} />}</Fact>
      <Fact name={detail.replayedAs}>{replayedAs && <DeliveryLink id={replayedAs} />}</Fact>
      <Fact name={detail.messageId}>{messageId && <CopyId id={messageId} label={detail.messageId} />}</Fact>
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
