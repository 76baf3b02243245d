import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { Panel } from '../ui/panel.tsx'
import { curlSnippet } from './curl-snippet.ts'
import { words } from './words.ts'

/** The curl command of the latest attempt. */
export function CurlPanel({ delivery }: { readonly delivery: Delivery }) {
  const snippet = curlSnippet(delivery)
  if (snippet === undefined) return null
  return (
    <Panel title={words.curl.title}>
      <CodeBlock value={snippet} label={words.curl.label} wrap />
      <Text size="xs" c="dimmed" mt={4}>
        {words.curl.hint}
      </Text>
    </Panel>
  )
}
