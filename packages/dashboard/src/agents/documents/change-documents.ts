import { getAgent, updateAgent } from '@messaging/contract/agents.ts'
import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Reads the current documents before a change, because an update deletes every document that it does not list. */
export function useDocumentChange(agentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: (documents: readonly AgentDocument[]) => readonly AgentDocument[]) => {
      const params = { id: agentId }
      const { documents } = await call(getAgent, { params })
      const kept = change(documents).map(({ id, name }) => ({ id, name }))
      return await call(updateAgent, { params, body: { documents: kept } })
    },
    onSuccess: () => queries.invalidateQueries(),
  })
}
