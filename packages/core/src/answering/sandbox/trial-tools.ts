import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { Tool } from '../../agents/tool.ts'

const NO_RESULT = 'The tool has no effect in a trial, and no result was set for it.'

/** Results by tool name. */
export type ToolResults = Readonly<Record<string, unknown>>

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
