import { parseExactJson, stringifyExactJson } from '@messaging/contract/exact-json.ts'
import * as v from 'valibot'
import type { Tool } from '../../agents/tool.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { isTrialNumber } from './trial-customer.ts'
import { TrialEntity } from './trial-entity.ts'

const NO_RESULT = 'The tool has no effect in a trial, and no result was set for it.'
const Results = v.record(v.string(), v.unknown())

/** Results by tool name. */
export type ToolResults = Readonly<Record<string, unknown>>

/** Returns the tool results of the API's trial that a conversation is, or undefined for other conversations. */
export async function findToolResults({ conversation, number }: Chat): Promise<ToolResults | undefined> {
  if (!number.sandbox || !isTrialNumber(conversation.contactNumber)) return undefined
  const { organizationId, id: conversationId } = conversation
  const { data } = await TrialEntity.get({ organizationId, conversationId }).go({ consistent: true })
  return data ? v.parse(Results, parseExactJson(data.toolResults)) : undefined
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
