import { trimEnd } from '@replywright/contract/trim-end.ts'
import type { Tool } from '../../agents/tool.ts'

const LONGEST_NAME = 64
/** Characters of a text that are read. Each may become several. */
const MOST_READ = 1000

/** Returns a name that models accept: at most 64 letters, digits, `_` and `-`. Returns `fallback` for an empty one. */
export function toolName(text: string, fallback: string): string {
  const plain = text
    .slice(0, MOST_READ)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
  const name = trimEnd(plain.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^_+/, ''), '_')
  return name.slice(0, LONGEST_NAME) || fallback
}

/** Returns the name, with a number at its end if it is used. */
export function freeName(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = name.slice(0, LONGEST_NAME - suffix.length) + suffix
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
