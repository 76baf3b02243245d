import { Alert, Button, CloseButton, Group, Text, Textarea } from '@mantine/core'
import type { ConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import { addNote, type ThreadConversation, type ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { sendMessage } from '@replywright/contract/messages.ts'
import { IconClock, IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { readDraft, useDraft, writeDraft } from '../../api/drafts.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { tell } from '../../ui/notices.tsx'
import { Hint } from '../../ui/text.tsx'
import { relativeTime } from '../../ui/time-words.ts'
import { useAction } from '../../ui/use-action.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Composer as Kind } from '../filters.ts'
import { handlingOf, sendLabel, takesOver } from '../handling.ts'
import { focusComposer } from '../inbox-keys.ts'
import { authorName } from '../name-words.ts'
import { isClosingSoon, remainingText, useOpenWindow } from '../window-words.ts'
import { ButtonsComposer } from './buttons-composer.tsx'
import { CardsComposer } from './cards-composer.tsx'
import classes from './composer.module.css'
import { draftWith, type Editable, editableOf } from './editable.ts'
import { HandlingBar } from './handling-bar.tsx'
import { RequestComposer } from './request-composer.tsx'
import { REQUEST_NAMES, requestKind, requestsFor } from './request-kinds.ts'
import { TemplateComposer } from './template-field.tsx'
import { TextComposer } from './text-composer.tsx'
import { useAttachments } from './use-attachments.ts'
import type { Outbox } from './use-outbox.ts'

/** Who replies, and below it the new message: any type while the service window is open, templates at any time. */
export function Composer({
  conversation,
  details,
  kind,
  outbox,
  quoted,
  onUnquote,
  edited,
  onEdited,
}: {
  readonly conversation: ThreadConversation
  readonly details: ConversationDetails | undefined
  readonly kind: Kind
  readonly outbox: Outbox
  /** The message that the next text or file replies to. */
  readonly quoted: ThreadMessage | undefined
  readonly onUnquote: () => void
  /** A failed message whose content goes into its form. */
  readonly edited: ThreadMessage | undefined
  /** `replyTo`: the id of the message that the edited text replies to. */
  readonly onEdited: (replyTo: string | undefined) => void
}) {
  const { id, msgNumber, contact, window, isSandbox, takenOverBy, writing } = conversation
  const isOpen = useOpenWindow(conversation)
  const shown = isOpen || kind === 'note' ? kind : 'template'
  const request = REQUEST_NAMES.find((name) => name === shown)
  const hasAgent = details ? details.effectiveRoute.agent !== null : true
  const isTakingOver = useNow((now) => (takesOver(conversation, hasAgent, now) ? 1 : 0)) === 1
  const isColleagues =
    useNow((now) => (handlingOf(conversation, hasAgent, now).kind === 'taken-over' ? 1 : 0)) === 1 &&
    takenOverBy?.kind === 'user' &&
    !takenOverBy.isYou
  const label = useNow((now) => sendLabel(handlingOf(conversation, hasAgent, now), isTakingOver))
  const message = { conversationId: id, isTakingOver, sendLabel: label }
  // The text and its files stay while another kind of message is written.
  const [text, setText] = useDraft(id)
  const files = useAttachments(id, outbox.add)
  const navigate = useNavigate()
  const onSent = () => {
    outbox.countSent()
    void navigate({ to: '.', search: (before) => ({ ...before, compose: undefined }) })
  }
  const revision = useEdited(id, edited, { text, setText, isSending: files.isSending }, (taken) => {
    const isText = taken?.kind === 'text'
    if (isText && taken.file) files.add(taken.file)
    onEdited(isText ? edited?.replyTo : undefined)
  })
  return (
    <section className={classes.composer} aria-label="New message" data-composer>
      <HandlingBar conversation={conversation} details={details} />
      <p role="status" className={classes.writing}>
        {writing && `${authorName(writing)} is writing a message`}
      </p>
      <Allowed endpoint={sendMessage} hides>
        <div className={classes.body}>
          {!isOpen && <ClosedWindow openUntil={window.openUntil} conversationId={id} />}
          {isOpen && !isSandbox && <ClosingWindow openUntil={window.openUntil} />}
          {shown === 'note' && <KindHeader title="Internal note" />}
          {isOpen && shown === 'buttons' && <KindHeader title="Buttons" />}
          {isOpen && shown === 'cards' && <KindHeader title="Cards" />}
          {request && <KindHeader title={requestKind(request).title} />}
          {isOpen && shown === 'template' && <KindHeader title="Message from a template" />}
          {shown === 'buttons' && <ButtonsComposer key={revision} {...message} onSent={onSent} />}
          {shown === 'cards' && <CardsComposer key={revision} {...message} onSent={onSent} />}
          {request && <RequestComposer key={request} {...message} name={request} onSent={onSent} />}
          {!isOpen && shown === 'template' && <NoteLink />}
          {shown === 'template' && <TemplateComposer conversationId={id} msgNumber={msgNumber} onSent={onSent} />}
          {shown === 'note' && <NoteComposer conversationId={id} />}
          {shown === undefined && (
            <TextComposer
              {...message}
              text={text}
              onText={setText}
              customer={contact.name}
              outbox={outbox}
              files={files}
              colleague={isColleagues && takenOverBy ? authorName(takenOverBy) : undefined}
              requests={isSandbox ? [] : requestsFor(contact.phoneNumber)}
              quoted={quoted}
              onUnquote={onUnquote}
            />
          )}
        </div>
      </Allowed>
    </section>
  )
}

/** The text of the next message. */
interface WrittenText {
  readonly text: string
  readonly setText: (text: string) => void
  /** Whether it is being sent with files. */
  readonly isSending: boolean
}

/**
 * Puts the content of an edited message into the draft of its form, and opens the form. Returns a number that changes when the
 * other forms must read their drafts again. `onEdited` gets the content if its form took it.
 */
function useEdited(
  conversationId: string,
  edited: ThreadMessage | undefined,
  { text, setText, isSending }: WrittenText,
  onEdited: (taken?: Editable) => void,
): number {
  const [revision, setRevision] = useState(0)
  const navigate = useNavigate()
  const apply = useEffectEvent(async (message: ThreadMessage) => {
    const editable = editableOf(message)
    if (!editable) return
    // The text empties its field when its files are sent.
    if (isSending) {
      tell('Files are being sent. Edit the message when they are sent.')
      return onEdited()
    }
    const isText = editable.kind === 'text'
    const name = `${editable.kind}:${conversationId}`
    const draft = draftWith(editable, isText ? text : readDraft(name))
    if (draft === undefined) tell('The form has another draft. Send or empty it first.')
    else if (isText) setText(draft)
    else writeDraft(name, draft)
    setRevision((before) => before + 1)
    onEdited(draft === undefined ? undefined : editable)
    await navigate({ to: '.', search: (before) => ({ ...before, compose: isText ? undefined : editable.kind }) })
    // The other forms move the focus themselves.
    if (isText) focusComposer()
  })
  useEffect(() => {
    if (edited) void apply(edited)
  }, [edited])
  return revision
}

/** The kind of the message, with a button that leads back to a text. */
function KindHeader({ title }: { readonly title: string }) {
  const navigate = useNavigate()
  return (
    <div className={classes.kind}>
      <Text fw={600}>{title}</Text>
      <CloseButton
        size="sm"
        aria-label="Back to text"
        onClick={() => void navigate({ to: '.', search: (before) => ({ ...before, compose: undefined }) })}
      />
    </div>
  )
}

/** Leads to a note, which can be written at any time. */
function NoteLink() {
  return (
    <LinkButton
      to="."
      search={(before) => ({ ...before, compose: 'note' })}
      size="compact-xs"
      variant="subtle"
      justify="flex-start"
    >
      Internal note
    </LinkButton>
  )
}

/** From this time on, the composer shows how long the window is open. */
const CLOSING_MS = 3_600_000

/** The rest of a window that closes within an hour. */
function ClosingWindow({ openUntil }: { readonly openUntil: string | null }) {
  const end = Date.parse(openUntil ?? '')
  const left = useNow((now) => (end - now < CLOSING_MS ? remainingText(openUntil ?? '', now) : ''))
  const isUrgent = useNow((now) => (openUntil !== null && isClosingSoon(openUntil, now) ? 1 : 0)) === 1
  if (!left) return null
  return (
    <p className={classes.closing} data-urgent={isUrgent || undefined} role="timer">
      <IconClock size={14} aria-hidden /> The service window closes in {left}
    </p>
  )
}

/** Says that the window has closed. Shows the text that the user was writing, so that it is not lost. */
function ClosedWindow({
  openUntil,
  conversationId,
}: {
  readonly openUntil: string | null
  readonly conversationId: string
}) {
  const [text] = useDraft(conversationId)
  const since = useNow((now) => (openUntil === null ? '' : relativeTime(Date.parse(openUntil), now)))
  return (
    <Alert color="gray" p="xs" icon={<IconLock aria-hidden />}>
      {openUntil === null
        ? 'The customer has not written yet. You can only send approved templates.'
        : `The service window closed ${since}. You can only send approved templates until the customer writes again.`}
      {text !== '' && (
        <div className={classes.kept}>
          <span>
            Your text is kept: <bdi>{text}</bdi>
          </span>
          <CopyButton value={text} label="text" />
        </div>
      )}
    </Alert>
  )
}

/** Writes a note for the members. It is a draft until it is stored. */
function NoteComposer({ conversationId }: { readonly conversationId: string }) {
  const [text, setText] = useDraft(`note:${conversationId}`)
  const navigate = useNavigate()
  const toText = () => navigate({ to: '.', search: (before) => ({ ...before, compose: undefined }) })
  const adding = useAction(addNote, {
    onDone: () => {
      setText('')
      return toText()
    },
  })
  const add = () => {
    if (text.trim() !== '' && !adding.isPending) adding.mutate({ params: { id: conversationId }, body: { text } })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') void toText()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <form
      className={classes.form}
      data-note
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <FormError error={adding.error} />
      <Textarea
        aria-label="Internal note"
        autoFocus
        dir="auto"
        minRows={1}
        maxRows={8}
        maxLength={4000}
        readOnly={adding.isPending}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Group justify="space-between" wrap="nowrap">
        <Hint>
          Only members see notes. They are never sent, and agents don’t read them. Enter adds the note, Shift+Enter
          starts a new line.
        </Hint>
        <Button type="submit" size="xs" flex="none" loading={adding.isPending} disabled={text.trim() === ''}>
          Add note
        </Button>
      </Group>
    </form>
  )
}
