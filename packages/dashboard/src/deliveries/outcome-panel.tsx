import { Alert, Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReplayButton } from './replay-button.tsx'
import { ReplayResult } from './replay-result.tsx'
import { RetryTimeline } from './retry-timeline.tsx'

/** The outcome of a delivery, the fix of a failure, its attempts to scale, and the result of a replay. */
export function OutcomePanel({ delivery }: { readonly delivery: Delivery }) {
  const { explanation, fix, webhookId, webhookEnabled, webhookDeleted } = delivery
  const [copyId, setCopyId] = useState<string>()
  return (
    <Panel title="Outcome" actions={<ReplayButton delivery={delivery} onReplayed={setCopyId} />}>
      <Text role="status">{explanation}</Text>
      {fix && (
        <Text size="sm" mt={4}>
          <strong>Fix</strong> {fix}
        </Text>
      )}
      {copyId !== undefined && <ReplayResult id={copyId} />}
      {!webhookEnabled && !webhookDeleted && (
        <Alert
          color="yellow"
          my="md"
          icon={<IconAlertTriangle aria-hidden />}
          title="The endpoint is disabled. Enable it before you replay this delivery."
        >
          <LinkButton to="/webhooks/$id" params={{ id: webhookId }} size="xs" variant="default">
            Open endpoint
          </LinkButton>
        </Alert>
      )}
      {webhookDeleted && (
        <Text size="sm" c="dimmed" mt="xs">
          The endpoint was deleted. This delivery cannot be replayed.
        </Text>
      )}
      <RetryTimeline delivery={delivery} />
    </Panel>
  )
}
