import { Button } from '@mantine/core'
import type { AgentTurn, ToolCall } from '@replywright/contract/dashboard/tool-calls.ts'
import type { Message } from '@replywright/contract/messages.ts'
import { IconAlertTriangle, IconArrowDown, IconTool, IconUserExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { prettyBody } from '../deliveries/pretty-body.ts'
import { CodeBlock } from '../ui/copy.tsx'
import { dayText } from '../ui/time-words.ts'
import classes from './chat.module.css'
import type { ChatItem, Note } from './chat-items.ts'
import { ClockTime } from './message-bubble.tsx'
import { useChatScroll } from './use-chat-scroll.ts'

/** Some browsers do not make scrollable elements focusable by keyboard. */
const FOCUSABLE = { tabIndex: 0 } as const

/** The older messages of a chat. They are loaded when the user scrolls near the first message. */
export interface OlderMessages {
  readonly isLoading: boolean
  readonly load: () => void
}

/**
 * A chat log. A user who has scrolled to the end stays there when new items appear. A user who reads above keeps the
 * position, and sees the number of new messages, which is announced instead of them.
 */
export function ChatLog<M extends Message>({
  label,
  items,
  before,
  after,
  older,
  sent = 0,
  found,
  renderMessage,
}: {
  readonly label: string
  readonly items: readonly ChatItem<M>[]
  /** Content above the first message. */
  readonly before?: ReactNode
  /** Content below the last message, such as a typing indicator. */
  readonly after?: ReactNode
  readonly older?: OlderMessages | undefined
  /** The number of messages that the user has sent. The log scrolls to the end when it changes. */
  readonly sent?: number
  /** The id of the message or note that a search led to. */
  readonly found?: string | undefined
  readonly renderMessage: (message: M) => ReactNode
}) {
  const { log, isAtEnd, unseen, toEnd, onScroll } = useChatScroll(items, older, sent)
  return (
    <div className={classes.frame}>
      <section ref={log} className={classes.log} aria-label={label} {...FOCUSABLE} onScroll={onScroll}>
        <div role="log" aria-label={label} aria-live={isAtEnd ? 'polite' : 'off'} className={classes.items}>
          {older ? (
            <Button
              className={classes.older}
              size="compact-sm"
              variant="default"
              loading={older.isLoading}
              onClick={older.load}
            >
              Load older messages
            </Button>
          ) : (
            before
          )}
          {items.map((item) => (
            <ChatRow key={item.key} item={item} found={found} renderMessage={renderMessage} />
          ))}
          {after}
        </div>
      </section>
      <div role="status" className={classes.pill}>
        {!isAtEnd && (
          <Button
            size="compact-sm"
            radius="xl"
            variant={unseen > 0 ? 'filled' : 'default'}
            aria-label={unseen > 0 ? undefined : 'Go to the newest message'}
            onClick={toEnd}
          >
            {unseen > 0 && (
              <span className={classes.unseen}>{unseen === 1 ? '1 new message' : `${unseen} new messages`}</span>
            )}
            <IconArrowDown size={14} aria-hidden />
          </Button>
        )}
      </div>
    </div>
  )
}

function ChatRow<M extends Message>({
  item,
  found,
  renderMessage,
}: {
  readonly item: ChatItem<M>
  readonly found: string | undefined
  readonly renderMessage: (message: M) => ReactNode
}) {
  switch (item.kind) {
    case 'day':
      return <Day at={item.at} />
    case 'message':
      return renderMessage(item.message)
    case 'turn':
      return <ToolCalls turn={item.turn} />
    case 'note':
      return <NoteLine note={item.note} isFound={found !== undefined && item.note.id === found} />
  }
}

function NoteLine({
  note: { id, text, at, until, tone, card },
  isFound,
}: {
  readonly note: Note
  readonly isFound: boolean
}) {
  if (card)
    return (
      <div className={classes.card}>
        <p className={classes.cardLine}>
          <IconUserExclamation size={14} aria-hidden /> <bdi>{text}</bdi> · <ClockTime at={at} />
        </p>
        {card.title !== '' && (
          <p dir="auto" className={classes.cardTitle}>
            {card.title}
          </p>
        )}
        {card.text !== '' && <p dir="auto">{card.text}</p>}
      </div>
    )
  return (
    <p
      id={id === undefined ? undefined : `message-${id}`}
      dir="auto"
      className={classes.note}
      data-tone={tone}
      data-found={isFound || undefined}
    >
      {until === undefined ? (
        <>
          {text} · <ClockTime at={at} />
        </>
      ) : (
        <>
          {text} at <ClockTime at={at} />, until <ClockTime at={until} />
        </>
      )}
    </p>
  )
}

function Day({ at }: { readonly at: string }) {
  return (
    <time className={classes.day} dateTime={at}>
      {dayText(Date.parse(at), Date.now())}
    </time>
  )
}

/** The tool calls of a turn. Each call expands. */
function ToolCalls({ turn }: { readonly turn: AgentTurn }) {
  return (
    <div className={classes.calls}>
      {numbered(turn).map(({ key, call }) => (
        <OneCall key={key} call={call} />
      ))}
    </div>
  )
}

/** Adds keys by position, because tool calls have no id. */
function numbered({ id, toolCalls }: AgentTurn) {
  return toolCalls.map((call, index) => ({ key: `${id} ${index}`, call }))
}

function OneCall({ call: { name, arguments: args, result, ran } }: { readonly call: ToolCall }) {
  const isRejected = result !== null && !ran
  const Sign = isRejected ? IconAlertTriangle : IconTool
  return (
    <details className={classes.call}>
      <summary className={classes.summary}>
        <Sign size={13} aria-hidden />
        <code>{name}</code>
        {result === null ? 'Running' : isRejected ? 'Rejected' : 'Called'}
      </summary>
      <div className={classes.detail}>
        <CodeBlock value={prettyBody(args)} label="arguments" wrap />
        {result !== null && <CodeBlock value={prettyBody(result)} label="result" wrap />}
      </div>
    </details>
  )
}
