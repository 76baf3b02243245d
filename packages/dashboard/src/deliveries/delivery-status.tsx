import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconRotateClockwise } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export function DeliveryStatus({ delivery }: { readonly delivery: Pick<DeliverySummary, 'status' | 'attemptCount'> }) {
  const { status, attemptCount } = delivery
  if (status === 'delivered')
    return (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        Delivered
      </StatusBadge>
    )
  if (status === 'failed')
    return (
      <StatusBadge tone="bad" icon={IconCircleX}>
        Failed
      </StatusBadge>
    )
  return attemptCount > 0 ? (
    <StatusBadge tone="waiting" icon={IconRotateClockwise}>
      Retrying
    </StatusBadge>
  ) : (
    <StatusBadge tone="neutral" icon={IconClock}>
      Pending
    </StatusBadge>
  )
}
