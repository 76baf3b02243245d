import { Button } from '@mantine/core'
import type { ConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import {
  type MarkedOutcome,
  markMessage,
  resendMessage,
  type ThreadMessage,
  UNCONFIRMED_AFTER_MS,
} from '@replywright/contract/dashboard/thread.ts'
import { sendMessage } from '@replywright/contract/messages.ts'
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
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { type Annotation, annotate } from '../chat/annotations.ts'
import classes from '../chat/chat.module.css'
import { chatItems } from '../chat/chat-items.ts'
import { ChatLog, type OlderMessages } from '../chat/chat-log.tsx'
import { ClockTime, MessageBubble, PendingBubble } from '../chat/message-bubble.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Face } from '../ui/face.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { tellError } from '../ui/notices.tsx'
import { useAction } from '../ui/use-action.ts'
import { useNow } from '../ui/use-now.ts'
import { editableOf } from './composer/editable.ts'
import { isInThread, type Outgoing, textOf } from './composer/outgoing.ts'
import type { Outbox } from './composer/use-outbox.ts'
import { failureOf, retryOf } from './error-words.ts'
import { contactName, writerOf } from './name-words.ts'
import { ReferralCard } from './referral-card.tsx'
import { TemplateMessage } from './template-message.tsx'
import type { Thread } from './thread.ts'
import { threadNotes } from './thread-notes.ts'
import { useOpenWindow } from './window-words.ts'

const MINUTE_MS = 60_000
/** The messages of a conversation, with what happened between them, and those that are being sent. */
export function ConversationChat({
  thread,
  details,
  outbox,
  older,
  target,
  onQuote,
  onEdit,
}: {
  readonly thread: Thread
  readonly details: ConversationDetails | undefined
  readonly outbox: Outbox
  readonly older: { readonly isLoading: boolean; readonly load: () => void }
  /** The id of a message that is scrolled to. */
  readonly target: string | undefined
  /** Begins a reply that quotes a message. */
  readonly onQuote: (message: ThreadMessage) => void
  /** Puts the content of a failed message back into the composer. */
  readonly onEdit: (message: ThreadMessage) => void
}) {
  const { conversation, messages, hasOlder } = thread
  const minute = useNow((now) => Math.floor(now / MINUTE_MS))
  const { shown, annotations, places } = useMemo(() => annotate(messages), [messages])
  const items = useMemo(
    () => chatItems(shown, details?.turns ?? [], threadNotes(thread, details, minute * MINUTE_MS)),
    [shown, thread, details, minute],
  )
  const { add } = outbox
  const { mutate: mark } = useAction(markMessage, { onDone: add })
  const { id } = conversation
  const isOpen = useOpenWindow(conversation)
  const onMark = useCallback(
    (messageId: string, outcome: MarkedOutcome) =>
      mark({ params: { id }, body: { messageId, outcome } }, { onError: tellError }),
    [mark, id],
  )
  const found = target === undefined ? undefined : (places.get(target) ?? target)
  useJump(target, found, thread, older)
  const referral = details?.referral ?? null
  return (
    <ChatLog
      label={`Messages with ${contactName(conversation.contact)}`}
      items={items}
      sent={outbox.count}
      found={found}
      older={hasOlder ? older : undefined}
      before={messages.length === 0 && outbox.messages.length === 0 && <p className={classes.none}>No messages yet</p>}
      after={outbox.messages
        .filter((outgoing) => !isInThread(outgoing, messages))
        .map((outgoing) => <OutgoingMessage key={outgoing.key} outgoing={outgoing} outbox={outbox} />)}
      renderMessage={(message) => (
        <ShownMessage
          key={message.id}
          conversationId={id}
          message={message}
          annotation={annotations.get(message.id)}
          isFound={message.id === found}
          referral={referral?.messageId === message.id ? referral : null}
          isOpen={isOpen}
          onResent={add}
          onEdit={onEdit}
          onMark={onMark}
          onQuote={isOpen && canQuote(message, conversation) ? onQuote : undefined}
        />
      )}
    />
  )
}

/** A search finds messages among the latest 500. */
const MOST_LOADS = 10

/** Scrolls once to the message or the note that shows `target`, and loads older messages until it is there. */
function useJump(
  target: string | undefined,
  shownBy: string | undefined,
  { messages, events, hasOlder }: Thread,
  older: OlderMessages,
): void {
  const state = useRef({ target: '', loads: 0, isDone: false })
  const load = useEffectEvent(older.load)
  useEffect(() => {
    if (state.current.target !== target)
      state.current = { target: target ?? '', loads: 0, isDone: target === undefined }
    if (state.current.isDone || older.isLoading) return
    if ([...messages, ...events].some(({ id }) => id === target)) {
      state.current.isDone = true
      document.getElementById(`message-${shownBy}`)?.scrollIntoView({ block: 'center' })
    } else if (hasOlder && state.current.loads < MOST_LOADS) {
      state.current.loads += 1
      load()
    }
  }, [target, shownBy, messages, events, hasOlder, older.isLoading])
}

interface MessageProps {
  readonly conversationId: string
  readonly message: ThreadMessage
  /** Whether messages other than templates can be sent. */
  readonly isOpen: boolean
  readonly onResent: (message: ThreadMessage) => void
  readonly onEdit: (message: ThreadMessage) => void
  readonly onMark: (messageId: string, outcome: MarkedOutcome) => void
  readonly onQuote: ((message: ThreadMessage) => void) | undefined
}

/** Rendered again only if it has changed, because a thread can have thousands of messages. */
const ShownMessage = memo(function ShownMessage({
  annotation,
  isFound,
  referral,
  ...props
}: MessageProps & {
  readonly annotation: Annotation | undefined
  readonly isFound: boolean
  readonly referral: ConversationDetails['referral']
}) {
  const { message } = props
  return (
    <>
      {referral && <ReferralCard referral={referral} />}
      <MessageBubble
        message={message}
        annotation={annotation}
        isFound={isFound}
        side={message.direction === 'outbound' ? 'end' : 'start'}
        meta={<MessageMeta {...props} />}
      >
        {message.template ? <TemplateMessage text={message.text} sent={message.template} /> : undefined}
      </MessageBubble>
    </>
  )
})

function OutgoingMessage({ outgoing, outbox }: { readonly outgoing: Outgoing; readonly outbox: Outbox }) {
  const { input, error } = outgoing
  if (error === null) return <PendingBubble text={textOf(input)} />
  return (
    <PendingBubble
      text={textOf(input)}
      meta={
        <>
          <span className={classes.failed} role="alert">
            Not sent: {error}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => outbox.sendAgain(outgoing)}>
            Send again
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(outgoing)}>
            Discard
          </Button>
        </>
      }
    />
  )
}

/** The provider usually responds within this time. */
const LATE_MS = 30_000

const STATUSES = {
  sent: { icon: IconCheck, word: 'Sent' },
  delivered: { icon: IconChecks, word: 'Delivered' },
  read: { icon: IconChecks, word: 'Read' },
  failed: { icon: IconAlertCircle, word: 'Failed' },
} as const satisfies Record<NonNullable<ThreadMessage['status']>, { readonly icon: Icon; readonly word: string }>

/** The writer, time and status of a message. A failed message tells why, and can be sent again. */
function MessageMeta(props: MessageProps) {
  const { conversationId, message, onQuote } = props
  const { id, direction, role, author, status, error, marked, createdAt } = message
  const isOutbound = direction === 'outbound'
  const Sign = role === 'assistant' ? IconRobot : author?.kind === 'key' ? IconApi : IconUser
  return (
    <>
      {isOutbound && (
        <span className={classes.author}>
          {author?.kind === 'user' && author.name ? (
            <Face name={author.name} size="sm" />
          ) : (
            <Sign size={13} aria-hidden />
          )}{' '}
          <span>{writerOf(message)}</span>
        </span>
      )}
      <ClockTime at={createdAt} />
      {isOutbound && <MessageStatus status={status} />}
      {marked && <span>{`Marked by ${marked.by.isYou ? 'you' : (marked.by.name ?? 'a former member')}`}</span>}
      {error && status === null && <UnknownOutcome {...props} />}
      {isOutbound && status === 'failed' && <FailedMessage {...props} />}
      {onQuote && (
        <Allowed endpoint={sendMessage} hides>
          <Button className={classes.reply} size="compact-xs" variant="subtle" onClick={() => onQuote(message)}>
            Reply
          </Button>
        </Allowed>
      )}
      <LinkButton
        to="/conversations/$id/trace/$messageId"
        params={{ id: conversationId, messageId: id }}
        className={classes.reply}
        size="compact-xs"
        variant="subtle"
        title="What happened to this message, from the provider to the deliveries"
      >
        Trace
      </LinkButton>
    </>
  )
}

/** Why a message failed, and what helps. */
function FailedMessage({ conversationId, message, isOpen, onResent, onEdit }: MessageProps) {
  const { id, error } = message
  const isEditable = useMemo(() => editableOf(message) !== undefined, [message])
  const { again, edit, template, isClosed } = retryOf(message, { isOpen, isEditable })
  return (
    <>
      {error && <span className={classes.failed}>{failureOf(error).text}</span>}
      {isClosed && <span>Only templates can be sent until the customer writes again</span>}
      {template && (
        <LinkButton endpoint={sendMessage} to="." search={withTemplate} size="compact-xs" variant="default">
          Choose a template
        </LinkButton>
      )}
      {again && <ResendButton conversationId={conversationId} messageId={id} onResent={onResent} />}
      {edit && (
        <Allowed endpoint={sendMessage}>
          <Button
            size="compact-xs"
            variant="default"
            title="Puts the message back into the composer"
            onClick={() => onEdit(message)}
          >
            Edit
          </Button>
        </Allowed>
      )}
    </>
  )
}

/** Sends a message again, once. */
function ResendButton({
  conversationId,
  messageId,
  title,
  onResent,
}: {
  readonly conversationId: string
  readonly messageId: string
  readonly title?: string
  readonly onResent: (message: ThreadMessage) => void
}) {
  const { mutate, isPending, isSuccess } = useAction(resendMessage, { onDone: onResent })
  // The second click of a double click comes before the button is disabled.
  const isAsked = useRef(false)
  const resend = () => {
    if (isAsked.current) return
    isAsked.current = true
    const onError = (error: unknown) => {
      isAsked.current = false
      tellError(error)
    }
    mutate({ params: { id: conversationId }, body: { messageId } }, { onError })
  }
  return (
    <Allowed endpoint={resendMessage}>
      <Button
        size="compact-xs"
        variant="default"
        title={title}
        loading={isPending}
        disabled={isSuccess}
        onClick={resend}
      >
        {isSuccess ? 'Sent again' : 'Send again'}
      </Button>
    </Allowed>
  )
}

/** Returns whether the provider can quote a message: it has confirmed it, and the customer sees it. */
function canQuote({ waId, status, type }: ThreadMessage, { isSandbox }: Thread['conversation']): boolean {
  return (waId !== '' || isSandbox) && status !== 'failed' && type !== 'reaction'
}

/** Opens the composer of templates. */
function withTemplate(before: object) {
  return { ...before, compose: 'template' as const }
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
function UnknownOutcome({ conversationId, message: { id, role, createdAt }, onResent, onMark }: MessageProps) {
  const since = Date.parse(createdAt)
  const isLate = useNow((now) => (now - since > LATE_MS ? 1 : 0)) === 1
  const isUnconfirmed = useNow((now) => (now - since > UNCONFIRMED_AFTER_MS ? 1 : 0)) === 1
  if (!isLate) return null
  return (
    <>
      <span>Sending was not confirmed</span>
      {isUnconfirmed && role === 'human' && (
        <ResendButton
          conversationId={conversationId}
          messageId={id}
          title="The customer may get the message twice."
          onResent={onResent}
        />
      )}
      {isUnconfirmed &&
        MARKS.map(({ outcome, label }) => (
          <Allowed key={outcome} endpoint={markMessage}>
            <Button size="compact-xs" variant="default" onClick={() => onMark(id, outcome)}>
              {label}
            </Button>
          </Allowed>
        ))}
    </>
  )
}

const MARKS = [
  { outcome: 'delivered', label: 'Mark as delivered' },
  { outcome: 'failed', label: 'Mark as not delivered' },
] as const satisfies readonly { readonly outcome: MarkedOutcome; readonly label: string }[]
