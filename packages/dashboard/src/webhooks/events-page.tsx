import { Text } from '@mantine/core'
import { EVENTS } from '@replywright/contract/envelope.ts'
import { exampleEnvelope } from '@replywright/contract/openapi/example-envelope.ts'
import { getRouteApi } from '@tanstack/react-router'
import { CodeBlock } from '../ui/copy.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { VERIFY_CODE } from './verify-code.ts'
import { VERIFY_LANGUAGES } from './verify-languages.ts'

const LANGUAGE_NAMES = { node: 'Node.js', python: 'Python', go: 'Go', php: 'PHP', ruby: 'Ruby', curl: 'curl' }

const route = getRouteApi('/shell/webhooks/events')
const [FIRST_EVENT] = EVENTS
const [FIRST_LANGUAGE] = VERIFY_LANGUAGES

/** Explains each event with an example, and shows code that verifies signatures. */
export function EventsPage() {
  const { event: name, language = FIRST_LANGUAGE } = route.useSearch()
  const event = EVENTS.find(({ schema }) => schema.entries.event.literal === name) ?? FIRST_EVENT
  return (
    <Page
      title="Events"
      description="What endpoints receive, and how to verify it."
      crumbs={[{ label: 'Endpoints', link: { to: '/webhooks' } }]}
    >
      <Panel title="Events and examples">
        <LinkTabs
          label="Event"
          param="event"
          value={event === FIRST_EVENT ? undefined : name}
          tabs={EVENTS.map((each) => {
            const label = each.schema.entries.event.literal
            return { value: each === FIRST_EVENT ? undefined : label, label }
          })}
        />
        <Text my="sm">{event.summary}.</Text>
        <JsonView text={JSON.stringify(exampleEnvelope(event), null, 2)} label="request body" />
        <Text mt="sm">
          Deliveries are unordered and sent at least once. Sort them by timestamp, and ignore an X-Service-Delivery that
          you have already processed. Respond with a 2xx status within 10 seconds. A 4xx status fails at once. A 5xx
          status, a timeout or a network error is retried three times.
        </Text>
      </Panel>
      <Panel title="Verify the signature">
        <Text mb="sm">
          Each request has a signature. Verify it with the endpoint’s signing secret and the exact bytes of the body,
          before you parse the body.
        </Text>
        <LinkTabs
          label="Language"
          param="language"
          value={language === FIRST_LANGUAGE ? undefined : language}
          tabs={VERIFY_LANGUAGES.map((name) => ({
            value: name === FIRST_LANGUAGE ? undefined : name,
            label: LANGUAGE_NAMES[name],
          }))}
        />
        {language === 'curl' && (
          <Text my="sm">Sends a signed test request to your own endpoint, for example on your machine.</Text>
        )}
        <CodeBlock value={VERIFY_CODE[language]} label="code" />
      </Panel>
    </Page>
  )
}
