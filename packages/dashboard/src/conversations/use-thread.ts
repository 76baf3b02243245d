import { getThread } from '@replywright/contract/dashboard/thread.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { moveDrafts } from '../api/drafts.ts'
import { pollEvery } from '../api/query-client.ts'
import { isInboxLive, noteActivity } from './activity.ts'
import { IDLE_MS, LIVE_MS } from './poll-delay.ts'
import { firstThread, newerQuery, olderThan, type Thread, withNewer, withOlder } from './thread.ts'

const PAGE = '50'

export function threadKey(id: string) {
  return [getThread.path, { params: { id } }] as const
}

/** Loads a conversation with its newest messages. Polls for what is newer, and loads older messages on demand. */
export function useThread(id: string) {
  const queries = useQueryClient()
  const params = { id }
  const queryKey = threadKey(id)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Thread> => {
      for (;;) {
        const before = queries.getQueryData<Thread>(queryKey)
        const query = { limit: PAGE, ...(before && newerQuery(before)) }
        const page = await call(getThread, { params, query }, { signal })
        // It continues as another conversation of the customer.
        if (page.conversation.id !== id) moveDrafts(id, page.conversation.id)
        if (!before) return firstThread(page)
        // Messages may have been sent or loaded meanwhile.
        const known = queries.getQueryData<Thread>(queryKey) ?? before
        const thread = withNewer(known, page)
        if (thread.messages !== known.messages) noteActivity()
        if (!page.hasMore) return thread
        queries.setQueryData<Thread>(queryKey, thread)
      }
    },
    refetchInterval: ({ state }) => pollEvery(isInboxLive() ? LIVE_MS : IDLE_MS.thread)({ state }),
    structuralSharing: false,
  })
  const older = useMutation({
    mutationFn: (thread: Thread) => {
      const before = olderThan(thread)
      return call(getThread, { params, query: { limit: PAGE, ...(before && { before }) } })
    },
    onSuccess: (page) =>
      queries.setQueryData<Thread>(queryKey, (thread) => (thread ? withOlder(thread, page) : undefined)),
  })
  return { query, older }
}
