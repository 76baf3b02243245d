import { callsOf, jsonCalls } from './json-calls.ts'
import { parseLiteral, skipSpace } from './literals.ts'
import { namedCalls } from './named-calls.ts'
import { pythonCall, pythonCalls } from './python-calls.ts'
import type { OfferedTool, TextCall } from './text-call.ts'
import { elementCall, xmlCalls } from './xml-calls.ts'

/**
 * Returns the calls that a text consists of, in any of the forms of models, or undefined if it has another content, or calls
 * a tool that was not offered.
 */
export function parseCalls(text: string, tools: readonly OfferedTool[]): TextCall[] | undefined {
  const bare = withoutFence(text.trim())
  const names = new Set(tools.map(({ name }) => name))
  const parsers = [xmlCalls, jsonCalls, pythonCalls, namedCalls]
  for (const parse of parsers) {
    const calls = parse(bare, tools, names)
    if (calls && calls.length > 0) return calls
  }
  return undefined
}

/** Returns the content of a text that is one block of code. */
function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text
  const start = text.indexOf('\n')
  const inner = start === -1 ? text.slice(3, -3) : text.slice(start + 1, -3)
  return inner.includes('```') ? text : inner.trim()
}

/** Returns the calls that begin at a position, and where they end; undefined if none does. */
export function parseCallAt(
  text: string,
  at: number,
  tools: readonly OfferedTool[],
): { readonly calls: readonly TextCall[]; readonly end: number } | undefined {
  const names = new Set(tools.map(({ name }) => name))
  if ('{['.includes(text.charAt(at))) {
    const parsed = parseLiteral(text, at)
    const calls = parsed && callsOf(parsed.value, names)
    if (parsed && calls && calls.length > 0) return { calls, end: parsed.end }
  }
  if (text.charAt(at) === '[') {
    const first = pythonCall(text, skipSpace(text, at + 1), tools, names)
    const end = first && skipSpace(text, first.end)
    return first && end !== undefined && text.charAt(end) === ']' ? { calls: [first.call], end: end + 1 } : undefined
  }
  if (text.charAt(at) === '<') return elementCall(text, at, names)
  const read = pythonCall(text, at, tools, names)
  return read && { calls: [read.call], end: read.end }
}
