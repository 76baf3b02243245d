import type { Message } from '@messaging/contract/messages.ts'
import { type Icon, IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import classes from '../chat/chat.module.css'
import { ClockTime } from '../chat/message-bubble.tsx'

const STATUSES = {
  sent: { icon: IconCheck, word: 'Sent' },
  delivered: { icon: IconChecks, word: 'Delivered' },
  read: { icon: IconChecks, word: 'Read' },
  failed: { icon: IconAlertCircle, word: 'Failed' },
} as const satisfies Record<NonNullable<Message['status']>, { readonly icon: Icon; readonly word: string }>

const AUTHORS = { user: 'Customer', assistant: 'Agent', human: 'Person' } as const

export function MessageMeta({ message }: { readonly message: Message }) {
  const { direction, role, status, error, createdAt } = message
  const isOutbound = direction === 'outbound'
  return (
    <>
      {isOutbound && <span>{AUTHORS[role]}</span>}
      <ClockTime at={createdAt} />
      {isOutbound && <MessageStatus status={status} />}
      {error && <span className={classes.failed}>{error.message}</span>}
    </>
  )
}

function MessageStatus({ status }: Pick<Message, 'status'>) {
  const { icon: Sign, word } = status ? STATUSES[status] : { icon: IconClock, word: 'Pending' }
  return (
    <span className={status === 'failed' ? classes.failed : classes.status}>
      <Sign size={13} aria-hidden /> {word}
    </span>
  )
}
