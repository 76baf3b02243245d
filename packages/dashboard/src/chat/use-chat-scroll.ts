import type { Message } from '@messaging/contract/messages.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatItem } from './chat-items.ts'
import { unseenMessages } from './unseen-messages.ts'

/** A log counts as scrolled to its end within this distance, in pixels. */
const END_TOLERANCE = 80
/** Older messages are loaded within this distance from the first one, in pixels. */
const OLDER_DISTANCE = 300

/** The scroll position of a chat log: keeps the end in view, or what the user is reading. */
export function useChatScroll(
  items: readonly ChatItem<Message>[],
  older: { readonly isLoading: boolean; readonly load: () => void } | undefined,
  sent: number,
) {
  const log = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const lastSeen = useRef<string | undefined>(undefined)
  const firstKey = items[0]?.key
  const firstRow = useRef<{ readonly row: Element; readonly top: number } | undefined>(undefined)
  const isPinned = useRef(true)
  const toEnd = () => {
    isPinned.current = true
    setAtEnd(true)
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }
  if (isAtEnd) lastSeen.current = items.at(-1)?.key
  useOnSent(sent, toEnd)
  // Older messages are inserted above the first row, which stays where the user saw it.
  useLayoutEffect(() => {
    const element = log.current
    const { row, top } = firstRow.current ?? {}
    if (firstKey === undefined || !element || !row?.isConnected || top === undefined || isPinned.current) return
    element.scrollTop += row.getBoundingClientRect().top - top
  }, [firstKey])
  // No dependency list: every render can change the height of the chat.
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    if (isPinned.current) element.scrollTop = element.scrollHeight
    firstRow.current = positionOfFirst(element)
  })
  usePinnedOnResize(log, isPinned)
  return {
    log,
    isAtEnd,
    unseen: isAtEnd ? 0 : unseenMessages(items, lastSeen.current),
    toEnd,
    onScroll: () => {
      const element = log.current
      if (!element) return
      const { scrollHeight, scrollTop, clientHeight } = element
      const isNowAtEnd = scrollHeight - scrollTop - clientHeight < END_TOLERANCE
      isPinned.current = isNowAtEnd
      if (isNowAtEnd !== isAtEnd) setAtEnd(isNowAtEnd)
      firstRow.current = positionOfFirst(element)
      if (scrollTop < OLDER_DISTANCE && older && !older.isLoading && !isNowAtEnd) older.load()
    },
  }
}

/** Returns the first message of the log and its position on the screen. */
function positionOfFirst(element: HTMLElement): { readonly row: Element; readonly top: number } | undefined {
  const row = element.querySelector('article')
  return row ? { row, top: row.getBoundingClientRect().top } : undefined
}

function useOnSent(sent: number, toEnd: () => void): void {
  const before = useRef(sent)
  useLayoutEffect(() => {
    if (before.current === sent) return
    before.current = sent
    toEnd()
  })
}

function usePinnedOnResize(log: RefObject<HTMLElement | null>, isPinned: RefObject<boolean>): void {
  useEffect(() => {
    const element = log.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const resizing = new ResizeObserver(() => {
      if (isPinned.current) element.scrollTop = element.scrollHeight
    })
    resizing.observe(element)
    resizing.observe(content)
    return () => resizing.disconnect()
  }, [log, isPinned])
}
