import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { Panel } from '../ui/panel.tsx'
import { curlSnippet } from './curl-snippet.ts'

/** The curl command of the latest attempt. */
export function CurlPanel({ delivery }: { readonly delivery: Delivery }) {
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
