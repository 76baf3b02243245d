import { toolName } from '@replywright/contract/tool-name.ts'
import { suggestion } from '../../nearest.ts'

/** Lists of an agent with tools that get their names elsewhere: those of servers, of other agents, and of the service. */
const OTHER_TOOLS = ['mcpConfigs', 'websiteTools', 'imageGenerateTools', 'handoffTools']
/** Tools that the service adds. */
const OWN_TOOLS = [
  'ask_for_human',
  'offer_choices',
  'ask_for_number',
  'schedule_wake_up',
  'update_memory',
  'search_documents',
]

/**
 * Returns a line for each result or expectation of a tool that the agent does not have: `tests.0.tools.menuu: the agent has no such tool`. A
 * misspelt `neverCalls` would always pass; it may name a tool that the agent must not get. Returns none if the names of all tools are not known from the agent alone.
 */
export function unknownStubs(tests: readonly Named[], agent: unknown): string[] {
  const { tools, ...others } = Object(agent)
  if (!Array.isArray(tools) || OTHER_TOOLS.some((list) => others[list]?.length > 0)) return []
  const names = tools.map((tool) => toolName(String(Object(tool).name), 'http_tool'))
  const known = [...names, ...OWN_TOOLS]
  const isKnown = (name: string) => known.some((each) => name === each || isNumbered(name, each))
  return tests.flatMap((test, index) =>
    namedTools(test)
      .filter(({ name, place }) => !isKnown(name) && (!place.includes('.neverCalls') || suggestion(name, known) !== ''))
      .map(({ name, place }) => `tests.${index}.${place}: the agent has no such tool${suggestion(name, known)}`),
  )
}

interface Expected {
  readonly calls?: Readonly<Record<string, unknown>>
  readonly neverCalls?: readonly string[]
  readonly callsInOrder?: readonly string[]
}

/** What names tools in a test. */
interface Named {
  readonly tools: Readonly<Record<string, unknown>>
  readonly turns?: readonly { readonly expect?: Expected | undefined }[]
  readonly expect?: Expected
}

/** Returns each tool that a test names, with its place in the test. */
export function namedTools({ tools, turns = [], expect }: Named): { readonly name: string; readonly place: string }[] {
  const results = Object.keys(tools).map((name) => ({ name, place: `tools.${name}` }))
  const inExpectation = ({ calls = {}, neverCalls = [], callsInOrder = [] }: Expected, path: string) => [
    ...Object.keys(calls).map((name) => ({ name, place: `${path}.calls.${name}` })),
    ...neverCalls.map((name) => ({ name, place: `${path}.neverCalls: ${name}` })),
    ...callsInOrder.map((name) => ({ name, place: `${path}.callsInOrder: ${name}` })),
  ]
  return [
    ...results,
    ...(expect ? inExpectation(expect, 'expect') : []),
    ...turns.flatMap((turn, index) => (turn.expect ? inExpectation(turn.expect, `turns.${index}.expect`) : [])),
  ]
}

/** Returns whether it is the name of a second tool with a known name: `menu_2`. */
function isNumbered(name: string, known: string): boolean {
  return name.startsWith(`${known}_`) && /^\d+$/.test(name.slice(known.length + 1))
}
