import { CloseButton, Skeleton } from '@mantine/core'
import type { ConversationDetails, Cost, InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import { IconClock, IconLock, IconUserSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ContactMemory } from '../../agents/contact-memory.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { CopyId, Fact, Facts } from '../../ui/facts.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { usdText } from '../../ui/number-text.ts'
import { Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Hint, PhoneNumber } from '../../ui/text.tsx'
import { providerText } from '../../ui/usd-words.ts'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { ContactName } from '../contact-name.tsx'
import classes from '../conversation.module.css'
import { numberWords } from '../name-words.ts'
import { ReferralCard } from '../referral-card.tsx'
import type { Thread } from '../thread.ts'
import { isClosingSoon, remainingText, windowText } from '../window-words.ts'
import { RoutingPanel } from './routing-panel.tsx'

const SaveTest = lazyPart(async () => (await import('../../agents/tests/save-test.tsx')).SaveTest)

/** The customer of a conversation: contact, service window, routing and source. */
export function SidePanel({
  thread: { conversation, messages },
  details,
  onClose,
}: {
  readonly thread: Pick<Thread, 'conversation' | 'messages'>
  readonly details: ConversationDetails | undefined
  readonly onClose: () => void
}) {
  const { id, contact, msgNumber, isSandbox, lastMessageAt, createdAt } = conversation
  const key = contact.phoneNumber || (contact.userId && `user:${contact.userId}`)
  return (
    <div className={classes.panels}>
      <CloseButton className={classes.close} aria-label="Close details" onClick={onClose} />
      <Panel title="Customer">
        <Facts>
          <Fact name="Name">
            <ContactName contact={contact} />
          </Fact>
          <Fact name="Phone number">
            {contact.phoneNumber ? (
              <>
                <PhoneNumber number={contact.phoneNumber} />{' '}
                <CopyButton value={numberWords(contact.phoneNumber)} label="phone number" />
              </>
            ) : (
              'Not shared'
            )}
          </Fact>
          <Fact name="Customer since">
            <When at={createdAt} />
          </Fact>
          <Fact name="Last message">{lastMessageAt && <When at={lastMessageAt} />}</Fact>
          <Fact name="Business number">
            <Link to="/numbers/$number" params={{ number: msgNumber }}>
              <PhoneNumber number={msgNumber} />
              {isSandbox && ' (sandbox)'}
            </Link>
          </Fact>
        </Facts>
      </Panel>
      <ServiceWindow conversation={conversation} />
      {details ? <RoutingPanel details={details} /> : <Skeleton height={80} mt="lg" />}
      {details?.referral && (
        <Panel title="Source">
          <ReferralCard referral={details.referral} />
        </Panel>
      )}
      {details && (
        <Panel title="Cost">
          <ConversationCost {...details.cost} usd={details.usd} />
          <Suspense>
            <SaveTest chat={chatOf(details, messages)} customerName={contact.name} />
          </Suspense>
        </Panel>
      )}
      <Panel title="Remembered by agents">
        <ContactMemory conversationId={id} />
      </Panel>
      {key && <CustomerDataLink customer={key} />}
      <Facts>
        <Fact name="Conversation ID">
          <CopyId id={id} label="conversation ID" />
        </Fact>
      </Facts>
    </div>
  )
}

function ServiceWindow({ conversation }: { readonly conversation: Thread['conversation'] }) {
  const text = useNow((now) => windowText(conversation, now))
  if (text === '') return null
  return (
    <Panel title="Service window" actions={<WindowBadge {...conversation.window} />}>
      <Hint>{text}</Hint>
    </Panel>
  )
}

/** Returns the loaded part of a conversation as the agent that replied last knows it. */
function chatOf({ turns }: ConversationDetails, messages: Thread['messages']) {
  return { agentId: turns.at(-1)?.agentIds[0] ?? '', messages, turns }
}

/** Shows whether the service window is open, with the remaining time. */
function WindowBadge({ openUntil }: InboxConversation['window']) {
  const left = useNow((now) => (openUntil === null ? '' : remainingText(openUntil, now)))
  const isUrgent = useNow((now) => (openUntil !== null && isClosingSoon(openUntil, now) ? 1 : 0)) === 1
  return left === '' ? (
    <StatusBadge tone="neutral" icon={IconLock} label="Closed" />
  ) : (
    <StatusBadge tone={isUrgent ? 'waiting' : 'good'} icon={IconClock} label={left} />
  )
}

/** Links to the export and erasure of a customer's data. `customer` is a number (digits), or `user:` and a user id. */
function CustomerDataLink({ customer }: { readonly customer: string }) {
  return (
    <LinkButton
      to="/customers/$number"
      params={{ number: customer }}
      variant="default"
      size="xs"
      leftSection={<IconUserSearch size={14} aria-hidden />}
    >
      Data of this customer
    </LinkButton>
  )
}

const NUMBER = new Intl.NumberFormat('en')

type Costs = ConversationDetails['cost'] & Pick<ConversationDetails, 'usd'>

/** What a conversation cost, and what the agents' replies in it used: credits of tools, and tokens of models. */
function ConversationCost({ session, total, usd }: Costs) {
  return (
    <Facts>
      <Fact name="This session">{costText(session)}</Fact>
      <Fact name="All sessions">{costText(total)}</Fact>
      <Fact name="Provider">{providerText(usd)}</Fact>
      <Fact name="AWS">about {usdText(Number(usd.aws))}</Fact>
    </Facts>
  )
}

function costText({ credits, inputTokens, outputTokens, usd }: Cost): string {
  if (credits === 0 && inputTokens === 0 && outputTokens === 0) return 'No agent has replied yet'
  const [input, output] = [NUMBER.format(inputTokens), NUMBER.format(outputTokens)]
  const price = usd > 0 ? `, ${usdText(usd)}` : ''
  const ofTools = credits > 0 ? `, ${NUMBER.format(credits)} credits of tools` : ''
  return `${input} input tokens, ${output} output tokens${ofTools}${price}`
}
