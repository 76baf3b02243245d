import { useDocumentVisibility } from '@mantine/hooks'
import {
  type ConversationDetails,
  getConversationDetails,
  type InboxConversation,
  markConversationRead,
} from '@replywright/contract/dashboard/conversations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, read } from '../api/call.ts'
import { useMay } from '../api/use-me.ts'
import { tellError } from '../ui/notices.tsx'
import { type InboxRows, withRow } from './inbox-rows.ts'
import { INBOX_KEY } from './use-inbox.ts'

/** A request without a response, which would hold back all later marks, ends after this time. API Gateway ends its own after 29 seconds. */
const LONGEST_MS = 30_000

interface ReadMark extends Pick<InboxConversation, 'id' | 'inboundSeq'> {
  readonly isRead: boolean
}

/**
 * Returns a function that marks a conversation as read or unread for all members, and shows it at once; undefined if the
 * role of the user does not allow it.
 */
export function useReadMark() {
  const queries = useQueryClient()
  const mayMark = useMay(markConversationRead)
  const { mutate } = useMutation({
    // One after the other, so that the mark of the user is stored after one that opening the conversation has sent.
    scope: { id: 'read-mark' },
    mutationFn: ({ id, inboundSeq, isRead }: ReadMark) =>
      call(
        markConversationRead,
        { params: { id }, body: { isRead, inboundSeq } },
        { signal: AbortSignal.timeout(LONGEST_MS) },
      ),
    onMutate: ({ id, isRead }) => {
      const unread = isRead ? 0 : 1
      queries.setQueriesData<InboxRows>({ queryKey: [INBOX_KEY] }, (rows) => rows && withRow(rows, id, { unread }))
      queries.setQueryData<ConversationDetails>(detailsKey(id), (details) => details && { ...details, unread })
    },
    onError: tellError,
  })
  return mayMark ? mutate : undefined
}

/** Marks the opened conversation as read, also when messages arrive while it is shown. `row` is its row, if loaded. */
export function useReadWhileOpen(id = '', row?: InboxConversation): void {
  const mark = useReadMark()
  // The page of the conversation loads it.
  const { data } = useQuery({ ...read(getConversationDetails, { params: { id } }), enabled: false })
  const { unread = 0, inboundSeq = 0 } = data && row ? (data.inboundSeq > row.inboundSeq ? data : row) : { ...data }
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (unread > 0 && isVisible) mark?.({ id, inboundSeq, isRead: true })
  }, [id, unread, inboundSeq, isVisible, mark])
}

function detailsKey(id: string) {
  return read(getConversationDetails, { params: { id } }).queryKey
}
