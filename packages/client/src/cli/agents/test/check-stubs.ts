import { toolName } from '@replywright/contract/tool-name.ts'
import { suggestion } from '../../nearest.ts'
import type { Case } from './test-file.ts'

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
 * Returns a line for each result of a tool that the agent does not have: `tests.0.tools.menuu: the agent has no such tool`. Returns none if
 * the names of all tools are not known from the agent alone.
 */
export function unknownStubs(tests: readonly Pick<Case, 'tools'>[], agent: unknown): string[] {
  const { tools, ...others } = Object(agent)
  if (!Array.isArray(tools) || OTHER_TOOLS.some((list) => others[list]?.length > 0)) return []
  const names = tools.map((tool) => toolName(String(Object(tool).name), 'http_tool'))
  const isKnown = (name: string) => [...names, ...OWN_TOOLS].some((known) => name === known || isNumbered(name, known))
  return tests.flatMap((test, index) =>
    Object.keys(test.tools)
      .filter((name) => !isKnown(name))
      .map((name) => `tests.${index}.tools.${name}: the agent has no such tool${suggestion(name, names)}`),
  )
}

/** Returns whether it is the name of a second tool with a known name: `menu_2`. */
function isNumbered(name: string, known: string): boolean {
  return name.startsWith(`${known}_`) && /^\d+$/.test(name.slice(known.length + 1))
}
