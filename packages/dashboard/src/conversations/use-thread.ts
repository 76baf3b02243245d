import { listMessages } from '@messaging/contract/messages.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Thread, withNewest, withOlder } from './thread.ts'

const PAGE = '50'
const POLL_MS = 3_000

/** Loads the messages of a conversation, newest first. Polls for new messages, and loads older ones on demand. */
export function useThread(id: string) {
  const queries = useQueryClient()
  const params = { id }
  const queryKey = [listMessages.path, params, 'thread']
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Thread> => {
      const page = await call(listMessages, { params, query: { limit: PAGE } }, { signal })
      return withNewest(queries.getQueryData<Thread>(queryKey), page)
    },
    refetchInterval: POLL_MS,
  })
  const older = useMutation({
    mutationFn: async (thread: Thread) => call(listMessages, { params, query: { ...thread.older } }),
    onSuccess: (page) =>
      queries.setQueryData<Thread>(queryKey, (thread) => (thread ? withOlder(thread, page) : undefined)),
  })
  return { query, older }
}
