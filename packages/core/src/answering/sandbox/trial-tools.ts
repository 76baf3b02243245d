import { parseExactJson, stringifyExactJson } from '@messaging/contract/exact-json.ts'
import * as v from 'valibot'
import { findDraft } from '../../agents/draft/draft-store.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import type { Tool } from '../../agents/tool.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { isTrialNumber } from './trial-customer.ts'
import { TrialEntity } from './trial-entity.ts'

const NO_RESULT = 'The tool has no effect in a trial, and no result was set for it.'
const Results = v.record(v.string(), v.unknown())

/** Results by tool name. */
export type ToolResults = Readonly<Record<string, unknown>>

/** Returns the tool results of the API's trial that a conversation is, or undefined for other conversations. */
export async function findToolResults(chat: Chat): Promise<ToolResults | undefined> {
  const trial = await findTrial(chat)
  return trial?.toolResults === undefined ? undefined : v.parse(Results, parseExactJson(trial.toolResults))
}

/** Returns an agent with the fields of its draft in a trial of the draft, otherwise as it is. */
export async function withTriedDraft(chat: Chat, agent: StoredAgent): Promise<StoredAgent> {
  const trial = await findTrial(chat)
  if (!trial?.draft || trial.agentId !== agent.head.id) return agent
  return (await findDraft(agent))?.agent ?? agent
}

/** Returns the trial by the API or of a draft that a conversation is, or null. Reads nothing for other conversations. */
async function findTrial({ conversation, number }: Chat) {
  if (!number.sandbox || !isTrialNumber(conversation.contactNumber)) return null
  const { organizationId, id: conversationId } = conversation
  return (await TrialEntity.get({ organizationId, conversationId }).go({ consistent: true })).data
}

/** Returns the tools of a trial: with the set results, and without effects outside. */
export function trialTools(tools: readonly Tool[], results: ToolResults): Tool[] {
  return tools.map((tool) => {
    const isSet = Object.hasOwn(results, tool.name)
    if (!isSet && !tool.changesOutside) return tool
    const result = isSet ? results[tool.name] : NO_RESULT
    const text = typeof result === 'string' ? result : stringifyExactJson(result)
    return { ...tool, changesOutside: false, run: async () => ({ text }) }
  })
}
