import { useNavigate, useParams } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useListedKey, useShortcut } from '../ui/shortcut.tsx'
import { listSearch } from './filters.ts'
import type { InboxRows } from './inbox-rows.ts'
import { useDone } from './use-done.ts'
import { useReadMark } from './use-read-mark.ts'

/**
 * The keys of the list. In the list `j` and `k` move the focus, and Enter opens, as links do. In an opened conversation
 * they open the next one. `u` marks the focused conversation as read or unread, and closes an opened one as unread.
 */
export function useInboxKeys(list: RefObject<HTMLElement | null>, rows: InboxRows['rows'] | undefined): void {
  const navigate = useNavigate()
  const { id: openId } = useParams({ strict: false })
  const mark = useReadMark()

  const focusedId = () => document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id
  const focus = (id: string) => list.current?.querySelector<HTMLElement>(`[data-id="${id}"] a`)?.focus()

  const move = (step: 1 | -1) => {
    const from = focusedId() ?? openId
    const place = rows?.findIndex(({ id }) => id === from) ?? -1
    const next = rows?.[place < 0 ? 0 : place + step]
    if (!next) return
    const opens = openId !== undefined && focusedId() === undefined
    if (opens) void navigate({ to: '/conversations/$id', params: { id: next.id }, search: listSearch })
    else focus(next.id)
    if (opens) list.current?.querySelector(`[data-id="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  const leaving = useRef<Parameters<NonNullable<typeof mark>>[0]>(undefined)
  const toggleRead = () => {
    const focused = focusedId()
    const row = rows?.find(({ id }) => id === (focused ?? openId))
    if (!row || !mark) return
    const { id, inboundSeq } = row
    if (id !== openId) return mark({ id, inboundSeq, isRead: row.unread > 0 })
    // An opened conversation would be marked as read again.
    leaving.current = { id, inboundSeq, isRead: false }
    void navigate({ to: '/conversations', search: listSearch })
  }
  useEffect(() => {
    if (openId !== undefined || !leaving.current) return
    mark?.(leaving.current)
    leaving.current = undefined
  }, [openId, mark])

  useShortcut('j', () => move(1), 'Next conversation')
  useShortcut('k', () => move(-1), 'Previous conversation')
  const done = useDone()
  const closeOpened = () => {
    const row = rows?.find(({ id }) => id === openId)
    if (row && !row.isDone) done.set?.(row.id, true)
  }

  useShortcut('e', closeOpened, 'Mark conversation as done and open the next one')
  useShortcut('u', toggleRead, 'Mark conversation as read or unread')
  useListedKey('↑ ↓', 'Previous or next row of the focused list')
  useListedKey('← →', 'Controls of the focused row')
}

/** Returns the id of the row that Tab reaches: the last one that was focused or opened, or the first one. */
export function useTabStop(rows: InboxRows['rows'] | undefined, openId: string | undefined) {
  const [last, setLast] = useState(openId)
  useEffect(() => {
    if (openId !== undefined) setLast(openId)
  }, [openId])
  return {
    stop: rows?.some(({ id }) => id === last) ? last : rows?.[0]?.id,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setLast(target.closest<HTMLElement>('[data-id]')?.dataset.id),
  }
}

/** Moves the focus up and down between the rows of a list, and to the left and right between the controls of a row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const focused = document.activeElement
  const row = focused?.closest('[data-id]')
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-id] > a')]
  const controls = [...(row?.querySelectorAll<HTMLElement>('a, button') ?? [])].filter((each) => each.checkVisibility())
  const place = links.findIndex((link) => row?.contains(link))
  const at = controls.findIndex((control) => control.matches(':focus'))
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: links[place + 1],
    ArrowUp: links[place - 1],
    Home: links[0],
    End: links.at(-1),
    ArrowRight: controls[at + 1],
    ArrowLeft: controls[at - 1],
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** Moves the focus to the field of the new message. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer] :is(textarea, select)')?.focus()
}
