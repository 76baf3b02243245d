import { Text } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { numberWords } from '../contact-words.ts'
import { WindowBadge } from '../conversation-badges.tsx'
import { isWindowOpen } from '../window-words.ts'
import { RoutingPanel } from './routing-panel.tsx'
import { TakeoverPanel } from './takeover-panel.tsx'

/** The contact, service window, routing and takeover of a conversation. */
export function SidePanel({ details }: { readonly details: ConversationDetails }) {
  const { contact, msgNumber, isSandbox, lastMessageAt, window } = details
  const isOpen = useNow((now) => (isWindowOpen(window.openUntil, now) ? 1 : 0)) === 1
  return (
    <>
      <Panel title="Contact">
        <Facts>
          <Fact name="Name">{contact.name}</Fact>
          <Fact name="Phone number">{numberWords(contact.phoneNumber) || 'Not shared'}</Fact>
          <Fact name="Business number">
            <Link to="/numbers/$number" params={{ number: msgNumber }}>
              {numberWords(msgNumber)}
            </Link>
            {isSandbox && ' (sandbox)'}
          </Fact>
          <Fact name="Last message">{lastMessageAt && <When at={lastMessageAt} />}</Fact>
        </Facts>
      </Panel>
      <Panel title="Service window">
        <WindowBadge {...window} />
        <Text size="sm" c="dimmed" mt={4}>
          {window.openUntil === null ? (
            'Opens for 24 hours when the customer writes.'
          ) : (
            <>
              {isOpen ? 'Open until' : 'Closed since'} <ClosingTime at={window.openUntil} />. Each customer message
              opens it for 24 hours.
            </>
          )}
        </Text>
      </Panel>
      <RoutingPanel details={details} />
      <TakeoverPanel details={details} />
    </>
  )
}

/** A recent or upcoming time: weekday, hour and minute. */
function ClosingTime({ at }: { readonly at: string }) {
  const words = new Date(at).toLocaleString('en', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return <time dateTime={at}>{words}</time>
}
