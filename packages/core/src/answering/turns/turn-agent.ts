import type { LanguageModel } from 'ai'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { findRecentAgent, openAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { languageModel } from '../../agents/models/open-model.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { openMemory } from '../memory/memory-store.ts'
import { type Opening, type OpenTools, openTools } from '../tools/open-tools.ts'

export interface TurnAgent extends OpenTools {
  readonly agentId: string
  readonly settings: AgentSettings
  readonly model: LanguageModel
  /** The memory part of the prompt. */
  readonly memory: string
}

/** Returns the agent in force: the conversation's, or the number's if that one was deleted, or null. */
export async function findTurnAgent({ conversation, number }: Chat): Promise<StoredAgent | null> {
  const { organizationId, agentId } = conversation
  const own = agentId ? await findRecentAgent(organizationId, agentId) : null
  if (own || !number.agentId || number.agentId === agentId) return own
  return await findRecentAgent(organizationId, number.agentId)
}

/** Decrypts an agent's secrets and opens its model and tools. */
export async function openTurnAgent(
  { conversation, number }: Chat,
  agent: StoredAgent,
  opening: Opening,
): Promise<TurnAgent> {
  const { organizationId, id: agentId } = agent.head
  const open = await openAgent(agent)
  const { settings } = open
  const context = { organizationId, agentId, conversation, number }
  const [model, tools, memory] = await Promise.all([
    languageModel(settings.llmModel, opening.clock()),
    openTools(context, open, opening),
    openMemory(context, settings, opening.clock()),
  ])
  return { ...tools, agentId, settings, model, memory }
}
