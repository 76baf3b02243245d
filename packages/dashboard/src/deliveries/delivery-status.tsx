import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconRotateClockwise } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { words } from './words.ts'

export function DeliveryStatus({ delivery }: { readonly delivery: Pick<DeliverySummary, 'status' | 'attemptCount'> }) {
  const { status, attemptCount } = delivery
  if (status === 'delivered')
    return (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        {words.status.delivered}
      </StatusBadge>
    )
  if (status === 'failed')
    return (
      <StatusBadge tone="bad" icon={IconCircleX}>
        {words.status.failed}
      </StatusBadge>
    )
  return attemptCount > 0 ? (
    <StatusBadge tone="waiting" icon={IconRotateClockwise}>
      {words.status.retrying}
    </StatusBadge>
  ) : (
    <StatusBadge tone="neutral" icon={IconClock}>
      {words.status.pending}
    </StatusBadge>
  )
}
