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

/** A code snippet that verifies the latest signature. Empty if signatures are hidden. */
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
    <Panel title="Signature verification">
      <LinkTabs label="Language" param="verify" value={language} tabs={LANGUAGES} />
      <CodeBlock value={language === 'node' ? nodeSnippet(signed) : shellSnippet(signed)} label="snippet" wrap />
      <Text size="xs" c="dimmed" mt={4}>
        The snippet prints true if the signature is valid.{' '}
        {!webhookDeleted && (
          <Link to="/webhooks/$id" params={{ id: webhookId }} hash="secret">
            Show the signing secret
          </Link>
        )}
      </Text>
    </Panel>
  )
}
