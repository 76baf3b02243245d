import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../ui/code-block.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'
import { nodeSnippet, shellSnippet, signedBy } from './verify-snippet.ts'

const LANGUAGES = [
  { value: undefined, label: 'Shell' },
  { value: 'node', label: 'Node.js' },
] as const

/** How to check the latest signature by hand. Nothing when none is shown. */
export function VerifyPanel({
  delivery,
  language,
}: {
  readonly delivery: Delivery
  readonly language: 'node' | undefined
}) {
  const { attempts, payload, webhookId, webhookDeleted } = delivery
  const header = attempts.findLast(({ signaturesShown }) => signaturesShown)?.requestHeaders['X-Service-Signature']
  const signed = signedBy(header, payload)
  if (!signed) return null
  return (
    <Panel title="Verify this signature yourself">
      <LinkTabs label="Language" param="verify" value={language} tabs={LANGUAGES} />
      <CodeBlock value={language === 'node' ? nodeSnippet(signed) : shellSnippet(signed)} label="snippet" wrap />
      <Text size="xs" c="dimmed" mt={4}>
        It prints <code>true</code>.{' '}
        {!webhookDeleted && (
          <>
            The signing secret is{' '}
            <Link to="/webhooks/$id" params={{ id: webhookId }} hash="secret">
              on the page of the endpoint
            </Link>
            .
          </>
        )}
      </Text>
    </Panel>
  )
}
