import { ActionIcon, CloseButton, FileButton, Progress, Text, TextInput } from '@mantine/core'
import type { ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'
import {
  IconAlertTriangle,
  IconCarouselHorizontal,
  IconFile,
  IconForms,
  IconMapPin,
  IconNote,
  IconPaperclip,
  IconPhone,
  IconPhoneIncoming,
  IconShoppingBag,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { MessageField } from '../../chat/message-field.tsx'
import { Quote } from '../../chat/message-text.tsx'
import { IconLink } from '../../ui/link-button.tsx'
import { tellError } from '../../ui/notices.tsx'
import { Hint } from '../../ui/text.tsx'
import classes from './composer.module.css'
import { KIND_NAMES, LONGEST_FILE_NAME, sizeText } from './file-rules.ts'
import { ME, openPlaceholders } from './outgoing.ts'
import { REQUEST_NAMES, type RequestName, requestKind } from './request-kinds.ts'
import { SavedRepliesMenu } from './saved-replies-menu.tsx'
import type { Attachment, Attachments } from './use-attachments.ts'
import type { Outbox } from './use-outbox.ts'
import { useWriting } from './use-writing.ts'

/** The type of a drag that carries files. */
const FILES = 'Files'

const NO_FILES = { isDropping: false }

/** Sends texts and files. Files are chosen, dropped or pasted. */
export function TextComposer({
  conversationId,
  text,
  onText,
  outbox,
  files,
  isTakingOver,
  sendLabel,
  requests,
  customer,
  colleague,
  quoted,
  onUnquote,
}: {
  readonly conversationId: string
  readonly text: string
  readonly onText: (text: string) => void
  /** The customer's name, `''` if it is not known. */
  readonly customer: string
  /** The name of another member who has taken the conversation over. */
  readonly colleague: string | undefined
  readonly outbox: Outbox
  readonly files: Attachments
  /** Whether sending takes the conversation over. */
  readonly isTakingOver: boolean
  readonly sendLabel: string
  /** The messages with one button that the customer can get. */
  readonly requests: readonly RequestName[]
  readonly quoted: ThreadMessage | undefined
  readonly onUnquote: () => void
}) {
  const [{ isDropping }, setDropping] = useState(NO_FILES)
  const { attachments, isSending, choose, remove, rename, send } = files
  const form = useRef<HTMLFieldSetElement>(null)
  const open = openPlaceholders(text)
  useWriting(conversationId, text)
  useEffect(() => {
    if (quoted) form.current?.querySelector('textarea')?.focus()
  }, [quoted])
  const submit = async () => {
    const body = text.trim() === '' ? '' : text
    const replyTo = quoted?.id
    if (attachments.length === 0) {
      onText('')
      onUnquote()
      outbox.send({ type: 'text', text: { body }, replyTo }, isTakingOver)
      return
    }
    try {
      const { all, captioned } = await send(body, replyTo, isTakingOver)
      if (all) onUnquote()
      if (captioned) onText('')
      else if (all && body !== '') {
        onText('')
        outbox.send({ type: 'text', text: { body } }, false)
      }
    } catch (error) {
      tellError(error)
    }
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setDropping(NO_FILES)
    void choose(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    void choose(event.clipboardData.files)
  }
  return (
    <fieldset
      ref={form}
      className={classes.form}
      aria-label="Text and files"
      data-dropping={isDropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(FILES)) return
        event.preventDefault()
        setDropping({ isDropping: true })
      }}
      onDragLeave={() => setDropping(NO_FILES)}
      onDrop={drop}
      onPaste={paste}
    >
      {isDropping && <p className={classes.drop}>Drop files to attach them</p>}
      {quoted && (
        <div className={classes.quoted}>
          <Quote message={quoted} />
          <CloseButton size="sm" aria-label="Do not quote the message" onClick={onUnquote} />
        </div>
      )}
      {colleague !== undefined && (
        <p className={classes.warning} role="status">
          <IconUsers size={14} aria-hidden /> {colleague} has taken over. The customer may get two replies.
        </p>
      )}
      {open.length > 0 && <OpenPlaceholders names={open} />}
      <AttachmentList attachments={attachments} onRemove={remove} onRename={rename} />
      <MessageField
        className={classes.message}
        placeholder="Message to the customer"
        maxRows={8}
        text={text}
        onText={onText}
        onSend={() => void submit()}
        isSending={isSending}
        sendLabel={sendLabel}
        isRefused={open.length > 0}
        isKept
        mayBeEmpty={attachments.some(({ kind }) => kind !== null)}
        tools={
          <div className={classes.tools}>
            <FileButton multiple onChange={(files) => void choose(files)}>
              {(props) => (
                <ActionIcon {...props} size={36} aria-label="Attach files" title="Attach files">
                  <IconPaperclip size={18} aria-hidden />
                </ActionIcon>
              )}
            </FileButton>
            <SavedRepliesMenu
              customer={customer}
              onInsert={(reply) => {
                onText(text === '' ? reply : `${text.trimEnd()} ${reply}`)
                focusEnd(form.current)
              }}
            />
            {[...KINDS, ...REQUESTS.filter(({ kind }) => requests.includes(kind))].map(
              ({ kind, icon: Sign, label }) => (
                <IconLink
                  key={kind}
                  component="a"
                  to="."
                  search={(before) => ({ ...before, compose: kind })}
                  size={36}
                  aria-label={label}
                  title={label}
                >
                  <Sign size={18} aria-hidden />
                </IconLink>
              ),
            )}
          </div>
        }
      />
    </fieldset>
  )
}

/** Says which placeholders have no value, because the message cannot be sent with them. */
function OpenPlaceholders({ names }: { readonly names: readonly string[] }) {
  return (
    <p className={classes.warning} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        Write something for {names.join(' and ')} before you send.{' '}
        {names.includes(ME) && <Link to="/profile">Set your name for the next time</Link>}
      </span>
    </p>
  )
}

/** Moves the cursor to the end of the message, after the menu has closed and given the focus back. */
function focusEnd(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = form?.querySelector('textarea')
      field?.focus()
      field?.setSelectionRange(field.value.length, field.value.length)
    }),
  )
}

const KINDS = [
  { kind: 'buttons', icon: IconForms, label: 'Buttons' },
  { kind: 'cards', icon: IconCarouselHorizontal, label: 'Cards' },
  { kind: 'template', icon: IconTemplate, label: 'Template' },
  { kind: 'note', icon: IconNote, label: 'Internal note' },
] as const

const ICONS = { number: IconPhone, call: IconPhoneIncoming, catalog: IconShoppingBag, address: IconMapPin } as const
const REQUESTS = REQUEST_NAMES.map((kind) => ({ kind, icon: ICONS[kind], label: requestKind(kind).title }))

/** The chosen files with their sizes, uploads and problems. */
function AttachmentList({
  attachments,
  onRemove,
  onRename,
}: {
  readonly attachments: readonly Attachment[]
  readonly onRemove: (attachment: Attachment) => void
  readonly onRename: (attachment: Attachment, name: string) => void
}) {
  if (attachments.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Files">
      {attachments.map((attachment) => (
        <li key={attachment.key} className={classes.file} data-problem={attachment.problem !== null || undefined}>
          {attachment.preview ? (
            <img className={classes.thumbnail} src={attachment.preview} alt="" />
          ) : (
            <IconFile size={24} aria-hidden />
          )}
          <div className={classes.fileText}>
            {attachment.kind === 'document' ? (
              <TextInput
                size="xs"
                aria-label={`Name of ${printableFileName(attachment.file.name)} for the customer`}
                dir="auto"
                maxLength={LONGEST_FILE_NAME}
                readOnly={attachment.share !== null}
                value={attachment.name}
                onChange={(event) => onRename(attachment, event.currentTarget.value)}
              />
            ) : (
              <Text size="xs" fw={500} truncate>
                <bdi>{printableFileName(attachment.file.name)}</bdi>
              </Text>
            )}
            <FileState attachment={attachment} />
          </div>
          <CloseButton
            size="sm"
            aria-label={
              attachment.share === null ? `Remove ${printableFileName(attachment.file.name)}` : 'Cancel upload'
            }
            onClick={() => onRemove(attachment)}
          />
        </li>
      ))}
    </ul>
  )
}

function FileState({ attachment: { kind, size, share, problem } }: { readonly attachment: Attachment }) {
  if (problem !== null)
    return (
      <Text size="xs" c="red" role="alert">
        {problem}
      </Text>
    )
  if (share !== null) {
    const percent = Math.round(share * 100)
    return <Progress value={percent} size="sm" mt={4} aria-label={`Uploading ${percent}%`} />
  }
  return <Hint>{kind && [KIND_NAMES[kind], ...(size === null ? [] : [sizeText(size)])].join(', ')}</Hint>
}
