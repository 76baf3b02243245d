import { useNavigate, useParams } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useShortcut } from '../ui/shortcut.ts'
import { listSearch } from './filters.ts'
import type { InboxRows } from './inbox-rows.ts'
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

  const toggleRead = () => {
    const focused = focusedId()
    const row = rows?.find(({ id }) => id === (focused ?? openId))
    if (!row || !mark) return
    const { id, inboundSeq } = row
    if (id !== openId) return mark({ id, inboundSeq, isRead: row.unread > 0 })
    // An opened conversation would be marked as read again.
    void navigate({ to: '/conversations', search: listSearch }).then(() => mark({ id, inboundSeq, isRead: false }))
  }

  useShortcut('j', () => move(1), 'Next conversation')
  useShortcut('k', () => move(-1), 'Previous conversation')
  useShortcut('u', toggleRead, 'Mark conversation as read or unread')
}
