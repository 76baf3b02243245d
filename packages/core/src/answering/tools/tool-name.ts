import { LONGEST_TOOL_NAME } from '@replywright/contract/tool-name.ts'
import type { Tool } from '../../agents/tool.ts'

/** Returns the name, with a number at its end if it is used. */
export function freeName(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = name.slice(0, LONGEST_TOOL_NAME - suffix.length) + suffix
    if (!used.has(candidate)) return candidate
  }
}

/** Returns the tools with unique names; the first of two tools with the same name retains it. */
export function uniquelyNamed(tools: readonly Tool[]): Tool[] {
  const used = new Set<string>()
  return tools.map((tool) => {
    const name = freeName(tool.name, used)
    used.add(name)
    return { ...tool, name }
  })
}
