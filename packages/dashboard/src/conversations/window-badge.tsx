import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import { IconClock, IconLock } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useNow } from '../ui/use-now.ts'
import { remainingText } from './window-words.ts'

/** Shows whether the service window is open, with the remaining time. */
export function WindowBadge({ openUntil }: InboxConversation['window']) {
  const left = useNow((now) => (openUntil === null ? '' : remainingText(openUntil, now)))
  return left === '' ? (
    <StatusBadge tone="neutral" icon={IconLock} label="Closed" />
  ) : (
    <StatusBadge tone="good" icon={IconClock} label={left} />
  )
}
