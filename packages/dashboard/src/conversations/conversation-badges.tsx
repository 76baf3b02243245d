import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import {
  IconClock,
  IconFlask,
  IconHeadset,
  IconInbox,
  IconLock,
  IconRobot,
  IconUserExclamation,
  IconWebhook,
} from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useNow } from '../ui/use-now.ts'
import { isWindowOpen, remainingText } from './window-words.ts'
import { words } from './words.ts'

const MODES = {
  agent: { icon: IconRobot, word: words.badges.agent },
  webhook: { icon: IconWebhook, word: words.badges.webhook },
  sandbox: { icon: IconFlask, word: words.badges.sandbox },
  none: { icon: IconInbox, word: words.badges.none },
} as const

/** Shows who replies in a conversation. A takeover or an alert takes precedence over the routing. */
export function AnsweredBy({
  conversation: { mode, takeover, humanNeededSince },
}: {
  readonly conversation: Pick<InboxConversation, 'mode' | 'takeover' | 'humanNeededSince'>
}) {
  const isTakenOver = useNow((now) => (isWindowOpen(takeover.until, now) ? 1 : 0)) === 1
  if (isTakenOver)
    return (
      <StatusBadge tone="waiting" icon={IconHeadset}>
        {words.badges.person}
      </StatusBadge>
    )
  if (humanNeededSince !== null)
    return (
      <StatusBadge tone="bad" icon={IconUserExclamation}>
        {words.badges.needsPerson}
      </StatusBadge>
    )
  const { icon, word } = MODES[mode ?? 'none']
  return (
    <StatusBadge tone="neutral" icon={icon}>
      {word}
    </StatusBadge>
  )
}

/** Shows whether the service window is open, with the remaining time. */
export function WindowBadge({ openUntil }: InboxConversation['window']) {
  const left = useNow((now) => (openUntil === null ? '' : remainingText(openUntil, now)))
  return left === '' ? (
    <StatusBadge tone="neutral" icon={IconLock}>
      {words.badges.closed}
    </StatusBadge>
  ) : (
    <StatusBadge tone="good" icon={IconClock}>
      {left}
    </StatusBadge>
  )
}
