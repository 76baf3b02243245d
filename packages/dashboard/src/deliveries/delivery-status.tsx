import type { DeliverySummary } from '@messaging/contract/dashboard/deliveries.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconRotateClockwise } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { words } from './words.ts'

export function DeliveryStatus({ delivery }: { readonly delivery: Pick<DeliverySummary, 'status' | 'attemptCount'> }) {
  const { status, attemptCount } = delivery
  if (status === 'delivered') return <StatusBadge tone="good" icon={IconCircleCheck} label={words.status.delivered} />
  if (status === 'failed') return <StatusBadge tone="bad" icon={IconCircleX} label={words.status.failed} />
  return attemptCount > 0 ? (
    <StatusBadge tone="waiting" icon={IconRotateClockwise} label={words.status.retrying} />
  ) : (
    <StatusBadge tone="neutral" icon={IconClock} label={words.status.pending} />
  )
}
