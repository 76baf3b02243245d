import type { LinkSessionStatus as Status } from '@messaging/contract/link-sessions.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconClockOff } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const STATUSES = {
  PENDING: { tone: 'waiting', icon: IconClock, word: 'Pending' },
  SUCCESS: { tone: 'good', icon: IconCircleCheck, word: 'Connected' },
  FAILED: { tone: 'bad', icon: IconCircleX, word: 'Failed' },
  EXPIRED: { tone: 'neutral', icon: IconClockOff, word: 'Expired' },
} as const satisfies Record<Status, object>

export function LinkSessionStatus({ status }: { readonly status: Status }) {
  const { tone, icon, word } = STATUSES[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}
