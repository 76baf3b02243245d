import type { LinkStatus as Status } from '@messaging/contract/templates.ts'
import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconPencil, IconPlayerPause } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const STATUSES = {
  DRAFT: { tone: 'neutral', icon: IconPencil, word: 'Draft' },
  PENDING: { tone: 'waiting', icon: IconClock, word: 'In review' },
  APPROVED: { tone: 'good', icon: IconCircleCheck, word: 'Approved' },
  REJECTED: { tone: 'bad', icon: IconCircleX, word: 'Rejected' },
  PAUSED: { tone: 'waiting', icon: IconPlayerPause, word: 'Paused' },
  DISABLED: { tone: 'bad', icon: IconBan, word: 'Disabled' },
} as const satisfies Record<Status, object>

/** The status of a template on an account, or on `count` accounts. */
export function LinkStatus({ status, count = 1 }: { readonly status: Status; readonly count?: number }) {
  const { tone, icon, word } = STATUSES[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {count > 1 ? `${word} on ${count}` : word}
    </StatusBadge>
  )
}
