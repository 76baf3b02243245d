import type { LinkStatus as Status } from '@replywright/contract/templates.ts'
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconQuestionMark,
} from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const STATUSES = {
  DRAFT: { tone: 'neutral', icon: IconPencil, label: 'Draft' },
  PENDING: { tone: 'waiting', icon: IconClock, label: 'In review' },
  APPROVED: { tone: 'good', icon: IconCircleCheck, label: 'Approved' },
  REJECTED: { tone: 'bad', icon: IconCircleX, label: 'Rejected' },
  PAUSED: { tone: 'waiting', icon: IconPlayerPause, label: 'Paused' },
  DISABLED: { tone: 'bad', icon: IconBan, label: 'Disabled' },
} as const satisfies Record<Status, object>

const UNKNOWN = { tone: 'waiting', icon: IconQuestionMark, label: 'Unknown' } as const

/** The status of a template on an account, or on `count` accounts. `isKnown` is false if publishing had no outcome. */
export function LinkStatus({
  status,
  count = 1,
  isKnown = true,
}: {
  readonly status: Status
  readonly count?: number
  readonly isKnown?: boolean
}) {
  const { label, ...badge } = isKnown ? STATUSES[status] : UNKNOWN
  return <StatusBadge {...badge} label={count > 1 ? `${label} on ${count}` : label} />
}
