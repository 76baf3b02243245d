import { isOwnTool } from '@replywright/contract/own-tools.ts'
import type { ToolChoice } from '@replywright/contract/proof-fields.ts'
import type { ProofInput } from '@replywright/contract/proofs.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import { ANY_TOOL } from './play.ts'

type ReplayTools = Extract<ProofInput, { kind: 'replay' }>['tools']

/** Returns what tools of a replay return for a call without a recorded result, by the name that the model calls. */
export function choicesOf(tools: ReplayTools = 'recorded'): ReadonlyMap<string, ToolChoice> {
  if (tools === 'recorded') return new Map()
  if (tools === 'live_read_only') return new Map([[ANY_TOOL, tools]])
  return new Map(Object.entries(tools).map(([name, choice]) => [calledName(name), choice]))
}

/** Returns the first name whose choice would have no effect: an empty one, or a tool of the service, which runs in the replay. */
export function nameWithoutEffect(tools: ReplayTools = 'recorded'): string | undefined {
  if (typeof tools === 'string') return undefined
  return Object.keys(tools).find((name) => name.trim() === '' || isOwnTool(calledName(name)))
}

function calledName(name: string): string {
  return name === ANY_TOOL ? name : toolName(name, '')
}
