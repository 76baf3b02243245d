import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import type { Hit, InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import { takeOverConversation } from '@replywright/contract/takeover.ts'
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
  IconNote,
  IconPhoto,
  IconRobot,
  IconTemplate,
  IconUser,
  IconUserExclamation,
  IconVideo,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { Face } from '../ui/face.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { PhoneNumber } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { useNow } from '../ui/use-now.ts'
import { RelativeTime } from '../ui/when.tsx'
import { ContactName } from './contact-name.tsx'
import { listSearch } from './filters.ts'
import { TAKEOVER_MINUTES } from './handling.ts'
import classes from './inbox.module.css'
import { authorName, contactName } from './name-words.ts'
import { previewText } from './preview-words.ts'
import { useReadMark } from './use-read-mark.ts'
import { waitingText } from './waiting-words.ts'
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
  hasNamesake,
}: {
  readonly conversation: InboxConversation
  /** Whether another row has the same name, so that only the number tells them apart. */
  readonly hasNamesake: boolean
  readonly isFresh: boolean
  /** Whether Tab reaches this row. Arrow keys lead to the others, and to the controls of a row. */
  readonly isTabStop: boolean
}) {
  const { id, contact, lastMessageAt, unread, inboundSeq, hit, takeover, waiting } = conversation
  const isTakenOver = useNow((now) => (isWindowOpen(takeover.until, now) ? 1 : 0)) === 1
  const waits = isTakenOver ? null : waiting
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
        <Face name={contactName(contact)} />
        <span className={classes.cells}>
          <span className={classes.line}>
            <span className={classes.name} dir="auto">
              <ContactName contact={contact} />
            </span>
            {hasNamesake && contact.name && (
              <span className={classes.number}>
                <PhoneNumber number={contact.phoneNumber} />
              </span>
            )}
            {waits ? (
              <span className={classes.wait}>
                <VisuallyHidden>Waiting for a person since</VisuallyHidden>
                <IconUserExclamation size={13} aria-hidden /> <RelativeTime at={waits.since} />
              </span>
            ) : (
              shownAt && (
                <span className={classes.time}>
                  <RelativeTime at={shownAt} />
                </span>
              )
            )}
          </span>
          <span className={classes.line}>
            {hit ? <FoundText hit={hit} /> : waits ? <Reason waits={waits} /> : <Preview conversation={conversation} />}
            {!isRead && (
              <span className={classes.unread}>
                {unread}
                <VisuallyHidden>unread</VisuallyHidden>
              </span>
            )}
          </span>
          <Attention conversation={conversation} />
        </span>
      </Link>
      {waits && <TakeOver id={id} />}
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

/** The part of a message or a note that a search found. */
function FoundText({ hit: { isNote, before, match, after } }: { readonly hit: Hit }) {
  return (
    <span className={classes.preview}>
      {isNote && (
        <>
          <IconNote size={13} aria-hidden />
          <VisuallyHidden>Internal note:</VisuallyHidden>
        </>
      )}
      <span className={classes.text} dir="auto">
        {before}
        <mark>{match}</mark>
        {after}
      </span>
    </span>
  )
}

/** Why the customer waits, in full. */
function Reason({ waits }: { readonly waits: NonNullable<InboxConversation['waiting']> }) {
  return (
    <span className={classes.reason} dir="auto">
      {waitingText(waits)}
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

/** The action of a row whose customer waits: takes the conversation over and opens it. */
function TakeOver({ id }: { readonly id: string }) {
  const navigate = useNavigate()
  const taking = useAction(takeOverConversation, {
    onDone: () => navigate({ to: '/conversations/$id', params: { id }, search: listSearch }),
  })
  return (
    <Allowed endpoint={takeOverConversation} hides>
      <Button
        className={classes.action}
        size="compact-xs"
        variant="default"
        tabIndex={-1}
        loading={taking.isPending}
        onClick={() => taking.run({ params: { id }, body: { durationMinutes: TAKEOVER_MINUTES } })}
      >
        Take over
      </Button>
    </Allowed>
  )
}

/** Shows the states that a person should notice: who is served by a person, what is done, and closed windows. */
function Attention({ conversation }: { readonly conversation: InboxConversation }) {
  const { takeover, takenOverBy, window, isSandbox, unread, isDone, control } = conversation
  const isTakenOver = useNow((now) => (isWindowOpen(takeover.until, now) ? 1 : 0)) === 1
  const isClosed = useNow((now) => (isWindowOpen(window.openUntil, now) ? 0 : 1)) === 1
  const badges = [
    isTakenOver && (
      <StatusBadge
        key="state"
        tone="waiting"
        icon={IconHeadset}
        label={takenOverBy?.isYou ? 'Yours' : takenOverBy ? `Taken by ${authorName(takenOverBy)}` : 'Taken over'}
      />
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
