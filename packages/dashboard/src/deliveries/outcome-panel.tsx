import { Alert, Button, Group, Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { replayDelivery } from '@messaging/contract/webhook-deliveries.ts'
import { IconAlertTriangle, IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { tellError } from '../ui/tell.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { RetryTimeline } from './retry-timeline.tsx'
import { useDelivery } from './use-delivery.ts'

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

/** Replays a delivery. `onReplayed` receives the id of the new delivery. */
function ReplayButton({
  delivery: { id, webhookEnabled, webhookDeleted, replayedAs },
  onReplayed,
}: {
  readonly delivery: Delivery
  readonly onReplayed: (copyId: string) => void
}) {
  const replaying = useAction(replayDelivery, { onDone: (copy) => onReplayed(copy.id) })
  return (
    <Allowed endpoint={replayDelivery}>
      <Button
        size="xs"
        leftSection={<IconRotateClockwise size={14} aria-hidden />}
        disabled={!webhookEnabled || webhookDeleted}
        loading={replaying.isPending}
        onClick={() => replaying.mutate({ params: { id } }, { onError: tellError })}
      >
        {replayedAs === null ? 'Replay' : 'Replay again'}
      </Button>
    </Allowed>
  )
}

const COLOURS = { delivered: 'green', failed: 'red', pending: 'gray' } as const

/** The state of a replay that was just started, on the page of the original. Polls until it ends. */
function ReplayResult({ id }: { readonly id: string }) {
  const query = useDelivery(id)
  return (
    <Alert
      my="md"
      color={COLOURS[query.data?.status ?? 'pending']}
      icon={<IconRotateClockwise aria-hidden />}
      title="Replay"
    >
      <Loaded query={query} skeleton={<Text size="sm">Pending</Text>}>
        {(copy) => (
          <>
            <Group gap="sm" role="status">
              <DeliveryStatus delivery={copy} />
              <Text size="sm">{copy.explanation}</Text>
            </Group>
            {copy.fix && <Text size="sm">{copy.fix}</Text>}
            <LinkButton to="/deliveries/$id" params={{ id }} size="xs" variant="default" mt="xs">
              Open the replay
            </LinkButton>
          </>
        )}
      </Loaded>
    </Alert>
  )
}
