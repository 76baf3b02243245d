import { Button } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { replayDelivery } from '@messaging/contract/webhook-deliveries.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { tell, tellError } from '../ui/tell.ts'

/** Replays a delivery and opens the new delivery. */
export function ReplayButton({ delivery: { id, webhookDeleted } }: { readonly delivery: Delivery }) {
  const navigate = useNavigate()
  const replaying = useAction(replayDelivery, {
    onDone: (copy) => {
      tell('Replayed. This is the new delivery.')
      void navigate({ to: '/deliveries/$id', params: { id: copy.id } })
    },
  })
  return (
    <Button
      leftSection={<IconRotateClockwise size={16} aria-hidden />}
      disabled={webhookDeleted}
      loading={replaying.isPending}
      onClick={() => replaying.mutate({ params: { id } }, { onError: tellError })}
    >
      Replay
    </Button>
  )
}
