import { type Agent, getAgent, updateAgent } from '@messaging/contract/agents.ts'
import { ApiError } from '../../api/api-error.ts'
import { call, callRevised } from '../../api/call.ts'
import { changeOf, conflictsOf } from './agent-changes.ts'
import type { AgentValues } from './agent-values.ts'

export interface SaveRequest {
  readonly id: string
  /** The values when the editor was opened. */
  readonly before: AgentValues
  readonly mine: AgentValues
  /** Whether to overwrite other users' changes to the same fields. */
  readonly keepMine: boolean
}

export type Saved =
  | { readonly kind: 'saved'; readonly agent: Agent }
  /** Nothing was saved, because another user changed the same `fields`. `stored` is the current agent. */
  | { readonly kind: 'conflict'; readonly fields: readonly (keyof AgentValues)[]; readonly stored: Agent }

/** Saves the changes, unless another user changed the same fields. @throws ApiError */
export async function saveAgent(request: SaveRequest, isRetry = false): Promise<Saved> {
  const { id, before, mine, keepMine } = request
  const { resource: stored, revision } = await callRevised(getAgent, { params: { id } })
  const fields = keepMine ? [] : conflictsOf(before, mine, stored)
  if (fields.length > 0) return { kind: 'conflict', fields, stored }
  try {
    const body = changeOf(before, mine, stored)
    const agent = await call(updateAgent, { params: { id }, body }, { ifMatch: revision })
    return { kind: 'saved', agent }
  } catch (error) {
    // Another user saved after the read above: check again for conflicts.
    const isRace = error instanceof ApiError && error.status === 409
    if (!isRace || isRetry) throw error
    return await saveAgent(request, true)
  }
}
