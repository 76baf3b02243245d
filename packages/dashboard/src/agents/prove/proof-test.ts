import { isOwnTool } from '@replywright/contract/own-tools.ts'
import type { createProof, ProvedConversation } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { InputOf } from '../../api/send.ts'
import type { KeptFile } from '../tests/kept-file.ts'

/** The body of a new proof. */
export type ProofBody = InputOf<typeof createProof>['body']
export type ReplayBody = Extract<ProofBody, { kind: 'replay' }>

type Played = Pick<ProvedConversation, 'turns' | 'calls' | 'persona' | 'goal'>

/**
 * Returns the file of `agents test` that expects of an agent what it said and called then, or, for a simulated customer, that plays
 * the customer. `clean` is applied to all texts of the conversation.
 */
export function testOfConversation(
  agentId: string,
  { turns, calls, persona, goal }: Played,
  clean: (text: string) => string,
): KeptFile {
  const name = goal === null ? 'A conversation of a proof' : `A customer who wants: ${clean(goal)}`
  const base = { agent: agentId, runs: 1 }
  if (persona !== null && goal !== null) {
    const customer = { persona: clean(persona), goal: clean(goal), turns: Math.max(1, turns.length) }
    return { ...base, tests: [{ name, customer, expect: { reaches: true } }] }
  }
  // What was made then is what is made now, without what was added, and with what was lost.
  const then = [
    ...calls.made.filter((call) => !calls.added.includes(call) && !isSame(calls.added, call)),
    ...calls.lost,
  ]
  return {
    ...base,
    tests: [
      {
        name,
        turns: turns.map((turn, index) => {
          const called = then.filter((call) => call.turn === index && !isOwnTool(call.name))
          return {
            customer: clean(turn.customer),
            expect: {
              ...(called.length > 0 && {
                calls: Object.fromEntries(called.map((call) => [call.name, cleaned(readJson(call.arguments), clean)])),
              }),
              ...(turn.thenBy === 'agent' && turn.then && { says: clean(turn.then) }),
            },
          }
        }),
      },
    ],
  }
}

function isSame(calls: Played['calls']['added'], other: Played['calls']['added'][number]): boolean {
  return calls.some(
    (call) => call.name === other.name && call.arguments === other.arguments && call.turn === other.turn,
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cleaned(field, clean)]))
}

/** What a person enters about a simulated customer. */
export interface CustomerForm {
  readonly persona: string
  readonly goal: string
  readonly knows: string
  readonly turns: number
}

/** Returns the input of a proof with one simulated customer. */
export function inputOfCustomer(
  { persona, goal, knows, turns }: CustomerForm,
  { runs, criteria, results }: { readonly runs: number; readonly criteria: string; readonly results: string },
): { readonly input: ProofBody } | { readonly problem: string } {
  if (persona.trim() === '' || goal.trim() === '') return { problem: 'Enter who the customer is and what they want.' }
  const tools = results.trim() === '' ? {} : readResults(results)
  if (tools === undefined)
    return { problem: 'Results of tools must be a JSON object: {"find_order": {"status": "shipped"}}' }
  return {
    input: {
      kind: 'customers',
      customers: [{ persona, goal, knows, turns }],
      tools,
      runs,
      criteria: linesOf(criteria),
    },
  }
}

function readResults(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = readJson(text)
  const isEmpty = typeof value !== 'object' || value === null || Array.isArray(value)
  if (isEmpty || Object.keys(value).length === 0) return undefined
  return Object.fromEntries(Object.entries(value))
}

/** Returns the criteria that a person entered, one in each line. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns the input of a replay of the last days. */
export function inputOfReplay(
  days: number,
  {
    filter,
    tools,
    criteria,
  }: { readonly filter: ReplayBody['filter']; readonly tools: ReplayBody['tools']; readonly criteria: string },
  now: EpochMs,
): ReplayBody {
  return {
    kind: 'replay',
    since: new Date(now - days * 86_400_000).toISOString(),
    ...(filter !== undefined && { filter }),
    tools,
    criteria: linesOf(criteria),
  }
}

/** Returns the names of active HTTP tools that no conversation of a proof called. */
export function neverCalled(
  tools: readonly { readonly name: string; readonly active: boolean }[],
  conversations: readonly { readonly calls: { readonly made: readonly { readonly name: string }[] } }[],
): string[] {
  const called = new Set(conversations.flatMap(({ calls }) => calls.made.map(({ name }) => name)))
  return tools.flatMap(({ name, active }) => (active && !called.has(toolName(name, 'http_tool')) ? [name] : []))
}
