import type { Webhook } from '@messaging/contract/webhooks.ts'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../ui/facts.tsx'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

const { facts: texts } = words

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { url, events, numbers, createdAt, disabledAt, health } = webhook
  return (
    <Facts>
      <Fact name={texts.url}>{url}</Fact>
      <Fact name={texts.numbers}>
        {numbers === 'all' ? texts.allNumbers : numbers.map((number) => `+${number}`).join(', ')}
      </Fact>
      <Fact name={texts.lastFailure}>
        {health.lastFailureAt ? <When at={health.lastFailureAt} /> : texts.noFailure}
      </Fact>
      <Fact name={texts.failures}>{texts.failuresOf(health.consecutiveFailures)}</Fact>
      <Fact name={texts.disabled}>{disabledAt && <When at={disabledAt} />}</Fact>
      <Fact name={texts.created}>
        <When at={createdAt} />
      </Fact>
      <Fact name={texts.events}>
        {events.map((name) => (
          <div key={name}>
            <code>{name}</code>
          </div>
        ))}
        <Link to="/webhooks/events">{texts.eventsLink}</Link>
      </Fact>
    </Facts>
  )
}
