import type { LanguageModel } from 'ai'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { findAgent, findRecentAgent, openAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { type CheckText, openGuardrail } from '../../agents/guardrails/guardrail.ts'
import { type CallModels, openModels, withFallback } from '../../agents/models/open-model.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { openMemory } from '../memory/memory-store.ts'
import { findToolResults, withTriedDraft } from '../sandbox/trial-entity.ts'
import { trialTools } from '../sandbox/trial-tools.ts'
import { type Opening, type OpenTools, openTools } from '../tools/open-tools.ts'

export interface TurnAgent extends OpenTools {
  readonly agentId: string
  readonly settings: AgentSettings
  /** Its own model. */
  readonly model: LanguageModel
  readonly callModels: CallModels
  readonly checkText: CheckText
  /** The memory part of the prompt. */
  readonly memory: string
}

/** Returns the agent in force: the conversation's, or the number's if that one was deleted, or null. */
export async function findTurnAgent(chat: Chat): Promise<StoredAgent | null> {
  const agent = await findPublishedAgent(chat)
  return agent && (await withTriedDraft(chat, agent))
}

/** Returns an agent as it answers in a chat: with the fields of its draft in a trial of the draft. Null if deleted. */
export async function findAgentFor(chat: Chat, agentId: string): Promise<StoredAgent | null> {
  const agent = await findAgent(chat.conversation.organizationId, agentId)
  return agent && (await withTriedDraft(chat, agent))
}

async function findPublishedAgent({ conversation, number }: Chat): Promise<StoredAgent | null> {
  const { organizationId, agentId } = conversation
  const own = agentId ? await findRecentAgent(organizationId, agentId) : null
  if (own || !number.agentId || number.agentId === agentId) return own
  return await findRecentAgent(organizationId, number.agentId)
}

/** Decrypts an agent's secrets and opens its model and tools. */
export async function openTurnAgent(chat: Chat, agent: StoredAgent, opening: Opening): Promise<TurnAgent> {
  const { conversation, number } = chat
  const { organizationId, id: agentId } = agent.head
  const open = await openAgent(agent)
  const { settings } = open
  const context = { organizationId, agentId, conversation, number }
  const [models, tools, memory, results] = await Promise.all([
    openModels(settings, opening.clock()),
    openTools(context, open, opening),
    openMemory(context, settings, opening.clock()),
    findToolResults(chat),
  ])
  return {
    ...tools,
    tools: results ? trialTools(tools.tools, results) : tools.tools,
    agentId,
    settings,
    model: models.first.model,
    callModels: withFallback(models),
    checkText: openGuardrail(settings),
    memory,
  }
}
