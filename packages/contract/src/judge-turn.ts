import { isDeepStrictEqual } from 'node:util'
import type { TurnExpectation } from './agent-tests.ts'

/** What an agent did in a turn. */
export interface TurnResult {
  readonly replies: readonly string[]
  readonly calls: readonly { readonly name: string; readonly args: unknown }[]
  readonly agentIds: readonly string[]
  readonly memory: Readonly<Record<string, unknown>>
  readonly tokens: number
  readonly usd: number
}

/** The tool with which an agent asks for a person. */
const ASK_FOR_HUMAN = 'ask_for_human'

/** Returns whether a text matches a regular expression, without regard to case. */
export type Matches = (pattern: string, text: string) => boolean

/** Returns why a turn does not meet an expectation, apart from `says`; empty if it does. */
export function judgeTurn(
  expected: TurnExpectation,
  { replies, calls, agentIds, memory, tokens, usd }: TurnResult,
  matches: Matches,
): string[] {
  const text = replies.join('\n')
  const names = calls.map(({ name }) => name)
  const made = calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`).join(', ') || 'no tool'
  const asked = names.includes(ASK_FOR_HUMAN)
  return [
    ...expected.matches
      .filter((pattern) => !matches(pattern, text))
      .map((pattern) => `matches ${pattern}: the reply is ${JSON.stringify(text)}`),
    ...Object.entries(expected.calls)
      .filter(([name, args]) => !calls.some((call) => call.name === name && contains(call.args, args ?? {})))
      .map(([name, args]) => `calls ${name} ${JSON.stringify(args ?? {})}: it called ${made}`),
    ...expected.neverCalls
      .filter((name) => names.includes(name))
      .map((name) => `neverCalls ${name}: it called ${made}`),
    ...(expected.asksForHuman !== undefined && expected.asksForHuman !== asked
      ? [`asksForHuman ${expected.asksForHuman}: it called ${made}`]
      : []),
    ...expected.handsOffTo
      .filter((id) => !agentIds.slice(1).includes(id))
      .map((id) => `handsOffTo ${id}: the agents are ${agentIds.join(', ')}`),
    ...Object.entries(expected.remembers)
      .filter(([key, value]) => !isDeepStrictEqual(memory[key], value))
      .map(([key, value]) => `remembers ${key} ${JSON.stringify(value)}: it remembers ${JSON.stringify(memory[key])}`),
    ...expected.doesNotSay
      .filter((part) => text.toLowerCase().includes(part.toLowerCase()))
      .map((part) => `doesNotSay ${part}: the reply is ${JSON.stringify(text)}`),
    ...(isInOrder(expected.callsInOrder, names)
      ? []
      : [`callsInOrder ${expected.callsInOrder.join(', ')}: it called ${made}`]),
    ...(expected.maxUsd !== undefined && usd > expected.maxUsd ? [`maxUsd ${expected.maxUsd}: it used ${usd}`] : []),
    ...(expected.maxTokens !== undefined && tokens > expected.maxTokens
      ? [`maxTokens ${expected.maxTokens}: it used ${tokens}`]
      : []),
  ]
}

/** Returns whether a value has the fields of another one, at any depth. */
function contains(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return isDeepStrictEqual(value, part)
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.entries(part).every(([name, field]) => contains(fields.get(name), field))
}

/** Returns whether names occur in an order. Others may be between them. */
function isInOrder(expected: readonly string[], names: readonly string[]): boolean {
  let position = 0
  return expected.every((name) => {
    const found = names.indexOf(name, position)
    position = found + 1
    return found >= 0
  })
}
