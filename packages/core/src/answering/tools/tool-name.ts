import type { Tool } from '../../agents/agents/tool.ts'

const LONGEST_NAME = 64

/** A name that models accept: letters, digits, `_` and `-`, at most 64 of them; `fallback` when nothing is left. */
export function toolName(text: string, fallback: string): string {
  const plain = text.normalize('NFKD').replace(/\p{Mark}/gu, '')
  const name = plain.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^_+|_+$/g, '')
  return name.slice(0, LONGEST_NAME) || fallback
}

/** The name, or where it is taken, the name with the next free number behind it. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = name.slice(0, LONGEST_NAME - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

/** The tools, those with a name that an earlier one has under another. */
export function uniquelyNamed(tools: readonly Tool[]): Tool[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    const name = freeName(tool.name, taken)
    taken.add(name)
    return { ...tool, name }
  })
}
