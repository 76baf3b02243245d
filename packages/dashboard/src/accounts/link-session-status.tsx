import type { LinkSessionStatus as Status } from '@messaging/contract/link-sessions.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconClockOff } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const STATUS_NAMES = { PENDING: 'Pending', SUCCESS: 'Connected', FAILED: 'Failed', EXPIRED: 'Expired' }

const STATUSES = {
  PENDING: { tone: 'waiting', icon: IconClock },
  SUCCESS: { tone: 'good', icon: IconCircleCheck },
  FAILED: { tone: 'bad', icon: IconCircleX },
  EXPIRED: { tone: 'neutral', icon: IconClockOff },
} as const satisfies Record<Status, object>

export function LinkSessionStatus({ status }: { readonly status: Status }) {
  return <StatusBadge {...STATUSES[status]} label={STATUS_NAMES[status]} />
}
