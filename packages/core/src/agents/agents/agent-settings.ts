import type { Agent } from '@messaging/contract/agents.ts'
import { parseExactJson } from '@messaging/contract/exact-json.ts'
import * as v from 'valibot'
import { type StoredJson, storedJson } from '../../platform/table/stored-json.ts'

/** Fields of a response that come from elsewhere: other items, counters, the environment. */
type Derived =
  | 'id'
  | 'profilePicture'
  | 'supportTools'
  | 'paywallConfig'
  | 'adConfig'
  | 'creditSettings'
  | 'voiceCallConfig'
  | 'organization'
  | 'phoneNumbers'
  | 'totalMessages'
  | 'totalSessions'
  | 'connectUrl'
  | 'createdAt'

export interface AgentSettings
  extends Omit<Agent, Derived | 'documents' | 'outboundTriggers' | 'handoffTools' | 'mcpConfigs'> {
  /** Key of the profile picture in the bucket; `''` for none. */
  readonly picture: string
  readonly documents: readonly Omit<Agent['documents'][number], 'file' | 'status'>[]
  readonly outboundTriggers: readonly Omit<Agent['outboundTriggers'][number], 'url'>[]
  readonly handoffTools: readonly Omit<Agent['handoffTools'][number], 'parentAgentId' | 'childAgentName'>[]
  readonly mcpConfigs: readonly Omit<Agent['mcpConfigs'][number], 'connectorName'>[]
}

const text = v.optional(v.string(), '')
const json = (missing: NonNullable<unknown> | null) =>
  v.optional(
    v.custom<NonNullable<unknown> | null>((value) => value !== undefined),
    missing,
  )
const flag = (missing: boolean) => v.optional(v.boolean(), missing)
const credits = v.optional(v.number(), 0)
const items = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(v.array(v.looseObject({ id: v.string(), ...entries })), [])

/** The JSON of `AgentBodyEntity`. Missing fields have the defaults of a new agent or item. */
const Stored = v.looseObject({
  name: text,
  description: text,
  systemPrompt: text,
  firstMessage: text,
  icebreakers: json([]),
  llmModel: v.optional(v.nullable(v.string()), null),
  picture: text,
  tools: items({ name: text, description: text, apiSchema: json(null), active: flag(true), creditCost: credits }),
  documents: items({ name: text }),
  memoryKeys: items({ key: text, type: text, initialValue: text, whenToUpdate: text }),
  wakeUpConfigs: items({ description: text, enabled: flag(true), forceMessage: flag(false) }),
  outboundTriggers: items({ secret: text, enabled: flag(true), templateId: text, templateName: text }),
  websiteTools: items({ url: text, prompt: text, active: flag(true) }),
  imageGenerateTools: items({
    name: text,
    description: text,
    prompt: text,
    active: flag(true),
    creditCost: credits,
  }),
  handoffTools: items({ childAgentId: text, description: text, active: flag(true) }),
  mcpConfigs: items({ connectorId: text, toolWhitelist: json(null) }),
})
export const storedSettings: StoredJson<AgentSettings> = storedJson('agent settings', Stored, {
  parseJson: parseExactJson,
})

/** The settings of a new agent without any input (decisions, Agents). */
export const EMPTY_SETTINGS: AgentSettings = v.parse(Stored, {})
