import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import type { Hit, InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import { handBackConversation } from '@replywright/contract/takeover.ts'
import {
  IconArrowsExchange,
  IconCircleCheck,
  IconFile,
  IconHeadset,
  IconLock,
  IconMail,
  IconMailOpened,
  IconMapPin,
  IconMicrophone,
  IconPhoto,
  IconRobot,
  IconTemplate,
  IconUser,
  IconUserExclamation,
  IconVideo,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useAction } from '../ui/use-action.ts'
import { useNow } from '../ui/use-now.ts'
import { RelativeTime } from '../ui/when.tsx'
import { ContactName } from './contact-name.tsx'
import { waitingText } from './failure-words.ts'
import { listSearch } from './filters.ts'
import classes from './inbox.module.css'
import { authorName } from './name-words.ts'
import { previewText } from './preview-words.ts'
import { useReadMark } from './use-read-mark.ts'
import { isWindowOpen } from './window-words.ts'

const AUTHORS = {
  customer: undefined,
  agent: { icon: IconRobot, word: 'Agent:' },
  person: { icon: IconUser, word: 'Person:' },
} as const

const TYPES: Readonly<Record<string, typeof IconPhoto>> = {
  image: IconPhoto,
  sticker: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFile,
  location: IconMapPin,
  template: IconTemplate,
}

/** A conversation in the list: a link with the customer, the last message and what needs attention. */
export const InboxRow = memo(function InboxRow({
  conversation,
  isFresh,
  isTabStop,
}: {
  readonly conversation: InboxConversation
  readonly isFresh: boolean
  /** Whether Tab reaches this row. Arrow keys lead to the others, and to the controls of a row. */
  readonly isTabStop: boolean
}) {
  const { id, contact, lastMessageAt, unread, inboundSeq, hit } = conversation
  const shownAt = hit?.at ?? lastMessageAt
  const mark = useReadMark()
  const isRead = unread === 0
  const toggle = isRead ? 'Mark as unread' : 'Mark as read'
  return (
    <li className={classes.item} data-unread={!isRead || undefined} data-fresh={isFresh || undefined} data-id={id}>
      <Link
        to="/conversations/$id"
        params={{ id }}
        search={(before) => ({ ...listSearch(before), message: hit?.messageId })}
        className={classes.row}
        tabIndex={isTabStop ? 0 : -1}
      >
        <span className={classes.line}>
          <span className={classes.name} dir="auto">
            <ContactName contact={contact} />
          </span>
          {shownAt && (
            <span className={classes.time}>
              <RelativeTime at={shownAt} />
            </span>
          )}
        </span>
        <span className={classes.line}>
          {hit ? <FoundText hit={hit} /> : <Preview conversation={conversation} />}
          {!isRead && (
            <span className={classes.unread}>
              {unread}
              <VisuallyHidden>unread</VisuallyHidden>
            </span>
          )}
        </span>
        <Attention conversation={conversation} />
      </Link>
      <Waiting conversation={conversation} />
      {mark && (
        <ActionIcon
          className={classes.mark}
          variant="default"
          size="xs"
          tabIndex={-1}
          aria-label={toggle}
          title={toggle}
          onClick={() => mark({ id, inboundSeq, isRead: !isRead })}
        >
          {isRead ? <IconMail size={14} aria-hidden /> : <IconMailOpened size={14} aria-hidden />}
        </ActionIcon>
      )}
    </li>
  )
})

/** The part of a message that a search found. */
function FoundText({ hit: { before, match, after } }: { readonly hit: Hit }) {
  return (
    <span className={classes.preview}>
      <span className={classes.text} dir="auto">
        {before}
        <mark>{match}</mark>
        {after}
      </span>
    </span>
  )
}

function Preview({ conversation }: { readonly conversation: InboxConversation }) {
  const { lastMessageBy, lastMessageType } = conversation
  const author = lastMessageBy ? AUTHORS[lastMessageBy] : undefined
  const Type = TYPES[lastMessageType ?? '']
  return (
    <span className={classes.preview}>
      {author && (
        <>
          <author.icon size={13} aria-hidden />
          <VisuallyHidden>{author.word}</VisuallyHidden>
        </>
      )}
      {Type && <Type size={13} aria-hidden />}
      <span className={classes.text} dir="auto">
        {previewText(conversation)}
      </span>
    </span>
  )
}

/** Shows why and since when a customer waits for a person, and the button that ends it. */
function Waiting({ conversation }: { readonly conversation: InboxConversation }) {
  const { id, contact, takeover, humanNeededSince } = conversation
  const handing = useAction(handBackConversation)
  const isTakenOver = useNow((now) => (isWindowOpen(takeover.until, now) ? 1 : 0)) === 1
  if (humanNeededSince === null || isTakenOver) return null
  return (
    <div className={classes.waiting}>
      <span className={classes.text}>
        <RelativeTime at={humanNeededSince} /> · {waitingText(conversation)}
      </span>
      <Allowed endpoint={handBackConversation}>
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={-1}
          loading={handing.isPending}
          onClick={() => handing.run({ params: { id }, body: { contact } })}
        >
          Hand back
        </Button>
      </Allowed>
    </div>
  )
}

/** Shows the states that a person should notice: who waits, who is served by a person, and closed windows. */
function Attention({ conversation }: { readonly conversation: InboxConversation }) {
  const { takeover, takenOverBy, humanNeededSince, window, isSandbox, unread, isDone, control } = conversation
  const isTakenOver = useNow((now) => (isWindowOpen(takeover.until, now) ? 1 : 0)) === 1
  const isClosed = useNow((now) => (isWindowOpen(window.openUntil, now) ? 0 : 1)) === 1
  const badges = [
    isTakenOver ? (
      <StatusBadge
        key="state"
        tone="waiting"
        icon={IconHeadset}
        label={takenOverBy ? `Taken by ${authorName(takenOverBy)}` : 'Taken over'}
      />
    ) : (
      humanNeededSince !== null && (
        <StatusBadge key="state" tone="bad" icon={IconUserExclamation} label="Waiting for a person" />
      )
    ),
    !isTakenOver && control === 'other_agent' && (
      <StatusBadge key="control" tone="neutral" icon={IconArrowsExchange} label="Another agent replies" />
    ),
    isDone && <StatusBadge key="done" tone="good" icon={IconCircleCheck} label="Done" />,
    isClosed && !isSandbox && unread > 0 && (
      <StatusBadge key="window" tone="neutral" icon={IconLock} label="Templates only" />
    ),
  ].filter(Boolean)
  return badges.length > 0 ? <span className={classes.badges}>{badges}</span> : null
}
