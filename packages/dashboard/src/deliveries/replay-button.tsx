import { Button } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { replayDelivery } from '@messaging/contract/webhook-deliveries.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { tellError } from '../ui/tell.ts'

/** Replays a delivery. `onReplayed` receives the id of the new delivery. */
export function ReplayButton({
  delivery: { id, webhookDeleted, replayedAs },
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
        disabled={webhookDeleted}
        loading={replaying.isPending}
        onClick={() => replaying.mutate({ params: { id } }, { onError: tellError })}
      >
        {replayedAs === null ? 'Replay' : 'Replay again'}
      </Button>
    </Allowed>
  )
}
