import { closeConversation } from '@replywright/contract/dashboard/thread.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../api/use-me.ts'
import { useAction } from '../ui/use-action.ts'
import { listSearch } from './filters.ts'
import { neighbourOf } from './shown-order.ts'

/**
 * Returns functions that close a conversation and open the next one of the list, and that reopen one. They are undefined if the
 * role of the user does not allow it.
 */
export function useDone() {
  const navigate = useNavigate()
  const mayClose = useMay(closeConversation)
  const closing = useAction(closeConversation, {
    onDone: (_, { params, body }) => {
      if (!body.isDone) return
      const next = neighbourOf(params.id)
      if (next === undefined) return navigate({ to: '/conversations', search: listSearch })
      return navigate({ to: '/conversations/$id', params: { id: next }, search: listSearch })
    },
  })
  const set = (id: string, isDone: boolean) => {
    if (!closing.isPending) closing.run({ params: { id }, body: { isDone } })
  }
  return { set: mayClose ? set : undefined, isPending: closing.isPending }
}
