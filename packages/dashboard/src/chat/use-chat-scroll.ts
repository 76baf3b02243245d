import type { Message } from '@replywright/contract/messages.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type ChatItem, unseenMessages } from './chat-items.ts'

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
  const pin = useRef<Pin>({ isSet: true, scrollTop: 0 })
  const toEnd = () => {
    pin.current = { isSet: true, scrollTop: 0 }
    setAtEnd(true)
    if (log.current) keepEnd(log.current, pin.current)
  }
  if (isAtEnd) lastSeen.current = items.at(-1)?.key
  useOnSent(sent, toEnd)
  // Older messages are inserted above the first row, which stays where the user saw it.
  useLayoutEffect(() => {
    const element = log.current
    const { row, top } = firstRow.current ?? {}
    if (firstKey === undefined || !element || !row?.isConnected || top === undefined || pin.current.isSet) return
    element.scrollTop += row.getBoundingClientRect().top - top
  }, [firstKey])
  // No dependency list: every render can change the height of the chat.
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    keepEnd(element, pin.current)
    firstRow.current = positionOfFirst(element)
  })
  usePinnedOnResize(log, pin)
  return {
    log,
    isAtEnd,
    unseen: isAtEnd ? 0 : unseenMessages(items, lastSeen.current),
    toEnd,
    onScroll: () => {
      const element = log.current
      if (!element) return
      const { scrollHeight, scrollTop, clientHeight } = element
      // A picture that is loaded can move the end after the log was scrolled to it.
      const isKept = pin.current.isSet && scrollTop >= pin.current.scrollTop
      const isNowAtEnd = isKept || scrollHeight - scrollTop - clientHeight < END_TOLERANCE
      pin.current = { isSet: isNowAtEnd, scrollTop }
      if (isNowAtEnd !== isAtEnd) setAtEnd(isNowAtEnd)
      firstRow.current = positionOfFirst(element)
      if (scrollTop < OLDER_DISTANCE && older && !older.isLoading && !isNowAtEnd) older.load()
    },
  }
}

/** Whether the end of a log is kept in view, and the scroll position that was last set or seen. */
interface Pin {
  isSet: boolean
  scrollTop: number
}

/**
 * Scrolls to the end if it is kept in view, unless the user has just scrolled away from it. The browser reports that
 * one frame later, and a message that arrives in between must not take the user back.
 */
function keepEnd(element: HTMLElement, pin: Pin): void {
  if (!pin.isSet) return
  const end = element.scrollHeight - element.clientHeight
  pin.isSet = element.scrollTop >= Math.min(pin.scrollTop, end) - END_TOLERANCE
  if (!pin.isSet) return
  element.scrollTop = end
  pin.scrollTop = element.scrollTop
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

function usePinnedOnResize(log: RefObject<HTMLElement | null>, pin: RefObject<Pin>): void {
  useEffect(() => {
    const element = log.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const resizing = new ResizeObserver(() => keepEnd(element, pin.current))
    resizing.observe(element)
    resizing.observe(content)
    return () => resizing.disconnect()
  }, [log, pin])
}
