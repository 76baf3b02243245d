import { Button } from '@mantine/core'
import { resendMessage, type ThreadMessage } from '@messaging/contract/dashboard/thread.ts'
import {
  type Icon,
  IconAlertCircle,
  IconApi,
  IconCheck,
  IconChecks,
  IconClock,
  IconRobot,
  IconUser,
} from '@tabler/icons-react'
import classes from '../chat/chat.module.css'
import { ClockTime } from '../chat/message-bubble.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { useNow } from '../ui/use-now.ts'
import { writerOf } from './author-words.ts'

/** The provider usually responds within this time. */
const LATE_MS = 30_000

const STATUSES = {
  sent: { icon: IconCheck, word: 'Sent' },
  delivered: { icon: IconChecks, word: 'Delivered' },
  read: { icon: IconChecks, word: 'Read' },
  failed: { icon: IconAlertCircle, word: 'Failed' },
} as const satisfies Record<NonNullable<ThreadMessage['status']>, { readonly icon: Icon; readonly word: string }>

/** The writer, time and status of a message. A failed message tells why, and can be sent again. */
export function MessageMeta({
  message,
  onResend,
}: {
  readonly message: ThreadMessage
  readonly onResend: (messageId: string) => void
}) {
  const { id, direction, role, author, status, error, createdAt } = message
  const isOutbound = direction === 'outbound'
  const Sign = role === 'assistant' ? IconRobot : author?.kind === 'key' ? IconApi : IconUser
  return (
    <>
      {isOutbound && (
        <span className={classes.author}>
          <Sign size={13} aria-hidden /> {writerOf(message)}
        </span>
      )}
      <ClockTime at={createdAt} />
      {isOutbound && <MessageStatus status={status} />}
      {error && status === 'failed' && <span className={classes.failed}>{error.message}</span>}
      {error && status === null && <UnknownOutcome at={createdAt} text={error.message} />}
      {isOutbound && status === 'failed' && (
        <Allowed endpoint={resendMessage}>
          <Button size="compact-xs" variant="default" onClick={() => onResend(id)}>
            Send again
          </Button>
        </Allowed>
      )}
    </>
  )
}

function MessageStatus({ status }: Pick<ThreadMessage, 'status'>) {
  const { icon: Sign, word } = status ? STATUSES[status] : { icon: IconClock, word: 'Pending' }
  return (
    <span className={status === 'failed' ? classes.failed : classes.status} data-status={status}>
      <Sign size={13} aria-hidden /> {word}
    </span>
  )
}

/** Tells that the outcome of a message is unknown, unless the message was sent just now. */
function UnknownOutcome({ at, text }: { readonly at: string; readonly text: string }) {
  const isLate = useNow((now) => (now - Date.parse(at) > LATE_MS ? 1 : 0)) === 1
  return isLate ? <span>{text}</span> : null
}
