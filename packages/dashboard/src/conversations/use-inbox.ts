import { listInbox, listInboxChanges } from '@replywright/contract/dashboard/conversations.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { tellError } from '../ui/notices.tsx'
import { isInboxLive, noteActivity } from './activity.ts'
import { type InboxSearch, inboxQuery } from './filters.ts'
import { type InboxRows, showsEndedWait, withChanges, withFirstPage, withOlder } from './inbox-rows.ts'
import { IDLE_MS, pollDelay } from './poll-delay.ts'
import type { Thread } from './thread.ts'
import { threadKey } from './use-thread.ts'
import { useWaiting } from './use-waiting.ts'

export const INBOX_KEY = 'inbox'
const PAGE = '25'

type Filters = ReturnType<typeof inboxQuery>
const keyOf = (filters: Filters) => [INBOX_KEY, filters]

interface OlderPage {
  readonly filters: Filters
  readonly cursor: string
}

/**
 * Loads the list: its first page, and older ones on demand; all that wait for a person, longest first. While the tab is visible, polls for active conversations,
 * which costs a few read units, and reads the first page again every minute. `openId` is the opened conversation.
 */
export function useInbox(search: InboxSearch, openId: string | undefined) {
  const queries = useQueryClient()
  const filters = inboxQuery(search)
  const isWaiting = search.show === 'needs-human'
  const waiting = useWaiting(() => pollDelay(undefined, isInboxLive()), isWaiting, search)
  const queryKey = keyOf(filters)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<InboxRows> => {
      const page = await call(listInbox, { query: { ...filters, limit: PAGE } }, { signal })
      return withFirstPage(queries.getQueryData<InboxRows>(queryKey), page, openId)
    },
    refetchInterval: pollEvery(IDLE_MS.page),
    enabled: !isWaiting,
    placeholderData: keepPreviousData,
  })
  const pollKey = ['inbox-changes', filters]
  useQuery({
    queryKey: pollKey,
    queryFn: async ({ signal }): Promise<{ readonly version: string | null }> => {
      const last = queries.getQueryData<{ readonly version: string | null }>(pollKey)
      const polled = { ...filters, ...(last?.version && { version: last.version }) }
      const { version, changes } = await call(listInboxChanges, { query: polled }, { signal })
      if (version === null) void queries.invalidateQueries({ queryKey })
      else if (changes.length > 0) {
        if (last) noteActivity()
        queries.setQueryData<InboxRows>(queryKey, (rows) => rows && withChanges(rows, changes, openId))
        const opened = changes.find(({ id }) => id === openId)
        const thread = openId === undefined ? undefined : queries.getQueryData<Thread>(threadKey(openId))
        if (opened && thread && opened.lastMessageAt !== thread.conversation.lastMessageAt)
          void queries.invalidateQueries({ queryKey: threadKey(opened.id) })
      }
      return { version }
    },
    enabled: !isWaiting && query.isSuccess && !query.isPlaceholderData,
    staleTime: 0,
    refetchInterval: ({ state }) => pollDelay(state.data?.version, isInboxLive()),
  })
  useEndedWaits(query.data, () => void queries.invalidateQueries({ queryKey }))
  const older = useMutation({
    // The filters can change before the page arrives.
    mutationFn: (wanted: OlderPage) =>
      call(listInbox, { query: { ...wanted.filters, limit: PAGE, cursor: wanted.cursor } }),
    onSuccess: (page, wanted) =>
      queries.setQueryData<InboxRows>(keyOf(wanted.filters), (rows) => (rows ? withOlder(rows, page) : undefined)),
    onError: tellError,
  })
  const loadOlder = (cursor: string) => older.mutate({ cursor, filters })
  return { query: isWaiting ? waiting : query, older, loadOlder }
}

/** Reads the list again when a colleague has taken over a conversation that it shows as waiting, which is no activity. */
function useEndedWaits(shown: InboxRows | undefined, readAgain: () => void): void {
  const { data: waiting } = useWaiting(() => IDLE_MS.waiting, false)
  const before = useRef(waiting)
  const compare = useEffectEvent((now: InboxRows | undefined) => {
    if (showsEndedWait(shown, before.current, now)) readAgain()
    before.current = now
  })
  useEffect(() => compare(waiting), [waiting])
}
