import { getProof, listProofs, type ProofSummary } from '@replywright/contract/proofs.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'

const POLL_MS = 2000

/** Returns whether a proof has not ended. */
export function isRunning({ state }: Pick<ProofSummary, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Returns the query of the latest proofs of an agent, which is repeated while one of them runs. */
export function useProofs(agentId: string) {
  return useQuery({
    ...read(listProofs, { params: { id: agentId } }),
    refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? POLL_MS : false),
  })
}

/** Returns the query of a proof with its conversations, which is repeated while the proof runs. */
export function useProof(agentId: string, proofId: string) {
  return useQuery({
    ...read(getProof, { params: { id: agentId, proofId } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isRunning(data) ? POLL_MS : false),
  })
}
