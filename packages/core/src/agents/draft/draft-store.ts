import { parseExactJson } from '@messaging/contract/exact-json.ts'
import { isObject, type JsonObject } from '../../platform/json.ts'
import { asSettings } from '../agent-settings.ts'
import type { StoredAgent } from '../find-agent.ts'
import { AgentDraftEntity, type AgentDraftItem } from './agent-draft-entity.ts'

/** An agent as it would be after its draft is published. */
interface DraftedAgent {
  readonly agent: StoredAgent
  readonly draft: AgentDraftItem
  /** The fields of the draft, without secrets. */
  readonly fields: JsonObject
}

/** Returns an agent with the fields of its draft, read consistently, or undefined if it has no draft. */
export async function findDraft(agent: StoredAgent): Promise<DraftedAgent | undefined> {
  const { organizationId, id } = agent.head
  const { data: draft } = await AgentDraftEntity.get({ organizationId, id }).go({ consistent: true })
  if (!draft) return undefined
  const fields = parseExactJson(draft.settings)
  if (!isObject(fields)) return undefined
  const settings = asSettings({ ...agent.settings, ...fields })
  return { agent: { ...agent, settings, draftSealed: draft.secrets }, draft, fields }
}
