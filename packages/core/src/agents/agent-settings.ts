import type { Agent } from '@messaging/contract/agents.ts'

/** Fields that an answer takes from elsewhere: other items, counters, the environment. */
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

/** What an agent is made of, as it is stored. */
export interface AgentSettings
  extends Omit<Agent, Derived | 'documents' | 'outboundTriggers' | 'handoffTools' | 'mcpConfigs'> {
  /** Key of the profile picture in the bucket; `''` for none. */
  readonly picture: string
  readonly documents: readonly Omit<Agent['documents'][number], 'file' | 'status'>[]
  readonly outboundTriggers: readonly Omit<Agent['outboundTriggers'][number], 'url'>[]
  readonly handoffTools: readonly Omit<Agent['handoffTools'][number], 'parentAgentId' | 'childAgentName'>[]
  readonly mcpConfigs: readonly Omit<Agent['mcpConfigs'][number], 'connectorName'>[]
}

/** A new agent before anything was said about it (decisions, Agents). */
export const EMPTY_SETTINGS: AgentSettings = {
  name: '',
  description: '',
  systemPrompt: '',
  firstMessage: '',
  icebreakers: [],
  llmModel: null,
  picture: '',
  tools: [],
  documents: [],
  memoryKeys: [],
  wakeUpConfigs: [],
  outboundTriggers: [],
  websiteTools: [],
  imageGenerateTools: [],
  handoffTools: [],
  mcpConfigs: [],
}
