import { type Agent, getAgent, updateAgent } from '@messaging/contract/agents.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { changeOf, conflictsOf } from './agent-changes.ts'
import type { AgentValues } from './agent-values.ts'

export interface SaveRequest {
  readonly id: string
  /** What the editor began with. */
  readonly before: AgentValues
  readonly mine: AgentValues
  /** Whether to replace what others changed in the same parts meanwhile. */
  readonly keepMine: boolean
}

export type Saved =
  | { readonly kind: 'saved'; readonly agent: Agent }
  /** Nothing was saved: others changed the same `fields`; `stored` is the agent as it is now. */
  | { readonly kind: 'conflict'; readonly fields: readonly (keyof AgentValues)[]; readonly stored: Agent }

/**
 * Saves what was changed, unless others changed the same meanwhile.
 * @throws ApiError
 */
export async function saveAgent(request: SaveRequest, isSecondTry = false): Promise<Saved> {
  const { id, before, mine, keepMine } = request
  const stored = await call(getAgent, { params: { id } })
  const fields = keepMine ? [] : conflictsOf(before, mine, stored)
  if (fields.length > 0) return { kind: 'conflict', fields, stored }
  try {
    const agent = await call(updateAgent, { params: { id }, body: changeOf(before, mine, stored) })
    return { kind: 'saved', agent }
  } catch (error) {
    // Somebody saved between our reading and writing: look again whether it was the same.
    const isRace = error instanceof ApiError && error.status === 409
    if (!isRace || isSecondTry) throw error
    return await saveAgent(request, true)
  }
}
