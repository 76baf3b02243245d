import { Anchor, Button, Text } from '@mantine/core'
import type { Message } from '@replywright/contract/messages.ts'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'
import { IconCircleCheck, IconExternalLink, IconFile } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '../api/use-me.ts'
import { Hint } from '../ui/text.tsx'
import type { Annotation } from './annotations.ts'
import classes from './chat.module.css'
import {
  type ContentLine,
  contentLines,
  fileWords,
  isShown,
  mediaKind,
  optionLines,
  unknownText,
} from './content-lines.ts'
import { MessageText, Quote } from './message-text.tsx'

type Shown = Omit<Message, 'media'> & { readonly media: readonly MediaFile[] }

/** A chat message. Quick replies are enabled if `onReply` is given. */
export function MessageBubble({
  message,
  side,
  meta,
  children,
  annotation,
  isFound = false,
  onReply,
}: {
  readonly message: Shown
  readonly side: 'start' | 'end'
  /** Content below the message, such as its time and status. */
  readonly meta: ReactNode
  /** Content below the text. */
  readonly children?: ReactNode
  readonly annotation?: Annotation | undefined
  /** Whether a search led to it. */
  readonly isFound?: boolean
  readonly onReply?: ((text: string) => void) | undefined
}) {
  const { transcript, media, role, direction } = message
  const { reactions = [], edited = null, isDeleted = false, quoted = null } = annotation ?? {}
  const text = edited ?? message.text
  // A tapped button has the text of the message.
  const isChoice = direction === 'inbound' && message.buttons.length > 0
  const buttons = isChoice ? [] : message.buttons
  const lines = contentLines(message)
  const options = optionLines(message)
  const hasContent = children !== undefined || text !== '' || media.length + lines.length + options.length > 0
  return (
    <article
      id={`message-${message.id}`}
      className={classes.message}
      data-side={side}
      data-role={role}
      data-found={isFound || undefined}
    >
      <div className={classes.bubble} data-deleted={isDeleted || undefined}>
        {quoted && <Quote message={quoted} />}
        {isDeleted && <p className={classes.template}>Deleted by the customer</p>}
        {hasContent ? (
          <>
            {media.map((file) => (
              <MessageMedia key={file.url} file={file} />
            ))}
            {transcript !== undefined && (
              <Text c="dimmed">
                Transcript: <bdi>{transcript}</bdi>
              </Text>
            )}
            {lines.map((line) => (
              <Line key={line.text} line={line} />
            ))}
            {text !== '' && (
              <p dir="auto" className={classes.text}>
                <MessageText text={text} />
              </p>
            )}
            {options.map((line) => (
              <Line key={line.text} line={line} />
            ))}
            {isChoice && (
              <p className={classes.template}>
                <IconCircleCheck size={13} aria-hidden /> Chosen from the options
              </p>
            )}
            {edited !== null && <p className={classes.template}>Edited by the customer</p>}
            {children}
          </>
        ) : (
          !isDeleted && <p className={classes.template}>{unknownText(message)}</p>
        )}
      </div>
      {buttons.length > 0 && (
        <div className={classes.buttons}>
          {buttons.map((button) => (
            <MessageButton key={`${button.type} ${button.text}`} button={button} onReply={onReply} />
          ))}
        </div>
      )}
      {reactions.length > 0 && (
        <p className={classes.reactions} role="img" aria-label={`Reactions: ${reactions.join(' ')}`}>
          {reactions.join(' ')}
        </p>
      )}
      <div className={classes.meta}>{meta}</div>
    </article>
  )
}

function Line({ line: { text, isHeading, href } }: { readonly line: ContentLine }) {
  return (
    <p dir="auto" className={isHeading ? classes.heading : classes.text}>
      {href ? (
        <Anchor href={href} target="_blank" rel="noreferrer" inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </p>
  )
}

function MessageButton({
  button: { text, url },
  onReply,
}: {
  readonly button: Message['buttons'][number]
  readonly onReply: ((text: string) => void) | undefined
}) {
  if (url !== undefined && /^https?:/i.test(url))
    return (
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        size="compact-sm"
        variant="default"
        rightSection={<IconExternalLink size={12} aria-hidden />}
      >
        <bdi>{text}</bdi>
      </Button>
    )
  // Here nobody can tap it: a disabled button would look broken.
  if (!onReply)
    return (
      <span className={classes.choice}>
        <bdi>{text}</bdi>
      </span>
    )
  return (
    <Button size="compact-sm" variant="default" onClick={() => onReply(text)}>
      <bdi>{text}</bdi>
    </Button>
  )
}

export function PendingBubble({ text, meta = 'Sending' }: { readonly text: string; readonly meta?: ReactNode }) {
  return (
    <article className={classes.message} data-side="end" data-role="human">
      <div className={classes.bubble} data-pending>
        <p dir="auto" className={classes.text}>
          <MessageText text={text} />
        </p>
      </div>
      <div className={classes.meta}>{meta}</div>
    </article>
  )
}

export function Typing({ label }: { readonly label: string }) {
  return (
    <div className={classes.typing} role="img" aria-label={label}>
      <span />
      <span />
      <span />
    </div>
  )
}

/** The time of a message, to the minute. Its tooltip has the seconds. */
export function ClockTime({ at }: { readonly at: string }) {
  const time = new Date(at)
  return (
    <time
      dateTime={at}
      title={time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })}
    >
      {time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
    </time>
  )
}

interface MediaFile {
  readonly url: string
  readonly mimeType: string
  /** The file's name, if it is known. */
  readonly name?: string | null
}

/** A file of a message, shown by its type. */
function MessageMedia({ file: { url, mimeType, name } }: { readonly file: MediaFile }) {
  const [isBroken, setBroken] = useState(false)
  const { data: me } = useMe()
  const kind = isShown(url, me?.apiBaseUrl) && !isBroken ? mediaKind(mimeType) : 'file'
  if (!/^https?:/i.test(url)) return <Hint>File no longer available</Hint>
  if (kind === 'image')
    return (
      <a href={url} target="_blank" rel="noreferrer">
        <img
          className={classes.image}
          src={url}
          alt={name == null ? 'Attached' : printableFileName(name)}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      </a>
    )
  if (kind === 'video')
    return (
      <video className={classes.player} src={url} controls preload="metadata" onError={() => setBroken(true)}>
        <track kind="captions" />
      </video>
    )
  if (kind === 'audio')
    return (
      <audio className={classes.player} src={url} controls preload="metadata" onError={() => setBroken(true)}>
        <track kind="captions" />
      </audio>
    )
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      <IconFile size={14} aria-hidden />{' '}
      <bdi>{name == null ? fileWords(url, mimeType, me?.apiBaseUrl) : printableFileName(name)}</bdi>
    </Anchor>
  )
}
