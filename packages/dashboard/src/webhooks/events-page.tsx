import { Text } from '@mantine/core'
import { EVENT_NAMES } from '@messaging/contract/envelope.ts'
import { exampleEnvelope } from '@messaging/contract/openapi/example-envelope.ts'
import { getRouteApi } from '@tanstack/react-router'
import { CodeBlock } from '../ui/code-block.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { VERIFY_CODE } from './verify-code.ts'
import { VERIFY_LANGUAGES } from './verify-languages.ts'
import { words } from './words.ts'

const route = getRouteApi('/shell/webhooks/events')
const [FIRST_EVENT] = EVENT_NAMES
const [FIRST_LANGUAGE] = VERIFY_LANGUAGES
const { examples, verify } = words

/** Explains each event with an example, and shows code that verifies signatures. */
export function EventsPage() {
  const { event = FIRST_EVENT, language = FIRST_LANGUAGE } = route.useSearch()
  return (
    <Page
      title={words.titles.events}
      description={words.descriptions.events}
      crumbs={[{ label: words.titles.list, link: { to: '/webhooks' } }]}
    >
      <Panel title={examples.panel}>
        <LinkTabs
          label={examples.tabs}
          param="event"
          value={event === FIRST_EVENT ? undefined : event}
          tabs={EVENT_NAMES.map((name) => ({ value: name === FIRST_EVENT ? undefined : name, label: name }))}
        />
        <Text size="sm" my="sm">
          {words.events[event]}
        </Text>
        <JsonView text={JSON.stringify(exampleEnvelope(event), null, 2)} label={examples.body} />
        <Text size="sm" mt="sm">
          {examples.order} {examples.response}
        </Text>
      </Panel>
      <Panel title={verify.panel}>
        <Text size="sm" mb="sm">
          {verify.text}
        </Text>
        <LinkTabs
          label={verify.tabs}
          param="language"
          value={language === FIRST_LANGUAGE ? undefined : language}
          tabs={VERIFY_LANGUAGES.map((name) => ({
            value: name === FIRST_LANGUAGE ? undefined : name,
            label: verify.languages[name],
          }))}
        />
        {language === 'curl' && (
          <Text size="sm" my="sm">
            {verify.curlText}
          </Text>
        )}
        <CodeBlock value={VERIFY_CODE[language]} label={verify.code} />
      </Panel>
    </Page>
  )
}
