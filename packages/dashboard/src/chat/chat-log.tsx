import type { Message } from '@messaging/contract/messages.ts'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './chat.module.css'
import type { ChatItem } from './chat-items.ts'
import { ToolCalls } from './tool-calls.tsx'

/** How near to its end a log counts as read to the end, in pixels. */
const NEAR = 80
/** What scrolls has to be reachable by keyboard; not every browser sees to it. */
const SCROLLS = { tabIndex: 0 } as const

/** A chat, from top to bottom. Who has read to the end is kept there when something comes. */
export function ChatLog({
  label,
  items,
  before,
  after,
  renderMessage,
}: {
  readonly label: string
  readonly items: readonly ChatItem[]
  /** What stands above the first message, such as a button for older ones. */
  readonly before?: ReactNode
  /** What stands below the last one, such as that somebody is typing. */
  readonly after?: ReactNode
  readonly renderMessage: (message: Message) => ReactNode
}) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // Without a list of what it depends on: anything that was rendered may have made the chat longer.
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
      {...SCROLLS}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR
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
