import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../ui/code-block.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'
import { nodeSnippet, shellSnippet, signedBy } from './verify-snippet.ts'
import { words } from './words.ts'

const { verify: texts } = words
const LANGUAGES = [
  { value: undefined, label: texts.shell },
  { value: 'node', label: texts.node },
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
    <Panel title={texts.title}>
      <LinkTabs label={texts.language} param="verify" value={language} tabs={LANGUAGES} />
      <CodeBlock value={language === 'node' ? nodeSnippet(signed) : shellSnippet(signed)} label={texts.label} wrap />
      <Text size="xs" c="dimmed" mt={4}>
        {texts.hint}{' '}
        {!webhookDeleted && (
          <Link to="/webhooks/$id" params={{ id: webhookId }} hash="secret">
            {texts.secret}
          </Link>
        )}
      </Text>
    </Panel>
  )
}
