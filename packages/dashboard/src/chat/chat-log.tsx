import type { Message } from '@messaging/contract/messages.ts'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './chat.module.css'
import type { ChatItem } from './chat-items.ts'
import { ToolCalls } from './tool-calls.tsx'

/** A log counts as scrolled to its end within this distance, in pixels. */
const END_TOLERANCE = 80
/** Some browsers do not make scrollable elements focusable by keyboard. */
const FOCUSABLE = { tabIndex: 0 } as const

/** A chat log. A user who has scrolled to the end stays there when new items appear. */
export function ChatLog({
  label,
  items,
  before,
  after,
  renderMessage,
}: {
  readonly label: string
  readonly items: readonly ChatItem[]
  /** Content above the first message, such as a button for older messages. */
  readonly before?: ReactNode
  /** Content below the last message, such as a typing indicator. */
  readonly after?: ReactNode
  readonly renderMessage: (message: Message) => ReactNode
}) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // No dependency list: every render can change the height of the chat.
  useLayoutEffect(() => {
    const element = log.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  })
  useEffect(() => {
    const element = log.current
    if (!element) return
    const resizing = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    resizing.observe(element)
    return () => resizing.disconnect()
  }, [])
  return (
    <section
      ref={log}
      className={classes.log}
      aria-label={label}
      {...FOCUSABLE}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_TOLERANCE
      }}
    >
      <div role="log" aria-label={label} className={classes.items}>
        {before}
        {items.map((item) => (
          <ChatRow key={item.key} item={item} renderMessage={renderMessage} />
        ))}
        {after}
      </div>
    </section>
  )
}

function ChatRow({
  item,
  renderMessage,
}: {
  readonly item: ChatItem
  readonly renderMessage: (message: Message) => ReactNode
}) {
  switch (item.kind) {
    case 'day':
      return <Day at={item.at} />
    case 'message':
      return renderMessage(item.message)
    case 'turn':
      return <ToolCalls turn={item.turn} />
  }
}

function Day({ at }: { readonly at: string }) {
  const words = new Date(at).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <time className={classes.day} dateTime={at}>
      {words}
    </time>
  )
}
