import { getAgent, updateAgent } from '@messaging/contract/agents.ts'
import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call, callRevised } from '../../api/call.ts'

const MOST_TRIES = 3

/** Reads the current documents before a change, because an update deletes every document that it does not list. */
export function useDocumentChange(agentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: (documents: readonly AgentDocument[]) => readonly AgentDocument[]) => {
      const params = { id: agentId }
      for (let tries = 1; ; tries++) {
        const { resource, revision } = await callRevised(getAgent, { params })
        const kept = change(resource.documents).map(({ id, name }) => ({ id, name }))
        try {
          return await call(updateAgent, { params, body: { documents: kept } }, { ifMatch: revision })
        } catch (error) {
          // Another change came after the read above. This one is applied to its result.
          if (!(error instanceof ApiError) || error.status !== 409 || tries === MOST_TRIES) throw error
        }
      }
    },
    onSuccess: () => queries.invalidateQueries(),
  })
}
