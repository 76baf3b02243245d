import type { LinkStatus as Status } from '@messaging/contract/link-status.ts'
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

const STATUS_NAMES = {
  DRAFT: 'Draft',
  PENDING: 'In review',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  PAUSED: 'Paused',
  DISABLED: 'Disabled',
}

const STATUSES = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  PENDING: { tone: 'waiting', icon: IconClock },
  APPROVED: { tone: 'good', icon: IconCircleCheck },
  REJECTED: { tone: 'bad', icon: IconCircleX },
  PAUSED: { tone: 'waiting', icon: IconPlayerPause },
  DISABLED: { tone: 'bad', icon: IconBan },
} as const satisfies Record<Status, object>

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
  const { tone, icon } = isKnown ? STATUSES[status] : ({ tone: 'waiting', icon: IconQuestionMark } as const)
  const word = isKnown ? STATUS_NAMES[status] : 'Unknown'
  return <StatusBadge tone={tone} icon={icon} label={count > 1 ? `${word} on ${count}` : word} />
}
