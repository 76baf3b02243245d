import { toolProblem } from '@replywright/contract/tool-problem.ts'
import { nearest } from '../nearest.ts'
import type { AgentFile } from './agent-file.ts'

type Fields = AgentFile['fields']

/** Types of memory keys that the service enforces. Any other type is text. */
const MEMORY_TYPES = ['string', 'number', 'boolean', 'json']

/** Returns a line for each word of a file that is a misspelt known word: `memoryKeys.0.type: numbr; did you mean number?`. */
export function misspeltWords({ memoryKeys, outcomeKeys }: Fields): string[] {
  return Object.entries({ memoryKeys, outcomeKeys }).flatMap(([list, keys]) =>
    itemsOf(keys).flatMap(({ type }, index) => {
      if (typeof type !== 'string' || MEMORY_TYPES.includes(type)) return []
      const meant = nearest(type, MEMORY_TYPES)
      return meant === undefined ? [] : [`${list}.${index}.type: unknown type ${type}; did you mean ${meant}?`]
    }),
  )
}

/** Returns a line for each tool of a file that cannot work, as the service says it after a push: `tools[Menu]: The agent …`. */
export function toolProblems({ tools }: Fields): string[] {
  return itemsOf(tools).flatMap(({ name, active, apiSchema }, index) => {
    const problem = active === false ? undefined : toolProblem(apiSchema)
    return problem === undefined ? [] : [`tools[${name ?? index}]: ${problem}`]
  })
}

function itemsOf(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.map((item) => ({ ...Object(item) })) : []
}
