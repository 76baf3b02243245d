import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconRotateClockwise } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export function DeliveryStatus({ delivery }: { readonly delivery: Pick<DeliverySummary, 'status' | 'attemptCount'> }) {
  const { status, attemptCount } = delivery
  if (status === 'delivered') return <StatusBadge tone="good" icon={IconCircleCheck} label="Delivered" />
  if (status === 'failed') return <StatusBadge tone="bad" icon={IconCircleX} label="Failed" />
  return attemptCount > 0 ? (
    <StatusBadge tone="waiting" icon={IconRotateClockwise} label="Retrying" />
  ) : (
    <StatusBadge tone="neutral" icon={IconClock} label="Pending" />
  )
}
