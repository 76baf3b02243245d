import type { InboxConversation } from '@messaging/contract/dashboard/conversations.ts'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../ui/when.tsx'
import { contactName } from './contact-words.ts'
import { AnsweredBy, WindowBadge } from './conversation-badges.tsx'
import { listSearch } from './filters.ts'
import classes from './inbox-row.module.css'
import { words } from './words.ts'

/** A conversation in the list: a link with the customer, the last message and what needs attention. */
export function InboxRow({ conversation }: { readonly conversation: InboxConversation }) {
  const { id, contact, lastMessage, lastMessageAt, isSandbox, window } = conversation
  return (
    <Link to="/conversations/$id" params={{ id }} search={listSearch} className={classes.row}>
      <span className={classes.line}>
        <bdi className={classes.name}>{contactName(contact)}</bdi>
        {lastMessageAt && (
          <span className={classes.time}>
            <RelativeTime at={lastMessageAt} />
          </span>
        )}
      </span>
      <bdi className={classes.preview}>{lastMessage || words.row.noMessages}</bdi>
      <span className={classes.line}>
        <AnsweredBy conversation={conversation} />
        {isSandbox ? words.row.sandbox : <WindowBadge {...window} />}
      </span>
    </Link>
  )
}
