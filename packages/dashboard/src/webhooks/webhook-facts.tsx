import type { Webhook } from '@messaging/contract/webhooks.ts'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../ui/facts.tsx'
import { When } from '../ui/when.tsx'

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { url, events, numbers, createdAt, disabledAt, health } = webhook
  return (
    <Facts>
      <Fact name="URL">{url}</Fact>
      <Fact name="Numbers">
        {numbers === 'all' ? 'All, including new ones' : numbers.map((number) => `+${number}`).join(', ')}
      </Fact>
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
