import { toolProblem } from '@replywright/contract/tool-problem.ts'
import { nearest } from '../nearest.ts'
import type { AgentFile } from './agent-file.ts'

type Fields = AgentFile['fields']

/** Types of memory keys that the service enforces. Any other type is text. */
const MEMORY_TYPES = ['string', 'number', 'boolean', 'json']
/** Names that other formats have for these types. As another type, they would be text. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['int', 'integer', 'float', 'double', 'decimal'].map((name) => [name, 'number'] as const),
  ['bool', 'boolean'],
  ...['object', 'array', 'list', 'dict', 'map'].map((name) => [name, 'json'] as const),
])

/** Returns a line for each word of a file that is a misspelt known word: `memoryKeys.0.type: unknown type numbr; did you mean number?`. */
export function misspeltWords({ memoryKeys, outcomeKeys }: Fields): string[] {
  return Object.entries({ memoryKeys, outcomeKeys }).flatMap(([list, keys]) =>
    itemsOf(keys).flatMap(({ type }, index) => {
      if (typeof type !== 'string' || MEMORY_TYPES.includes(type)) return []
      const meant = OTHER_NAMES.get(type.toLowerCase()) ?? nearest(type, MEMORY_TYPES)
      return meant === undefined ? [] : [`${list}.${index}.type: unknown type ${type}; did you mean ${meant}?`]
    }),
  )
}

/** Returns a line for each key of a list that is there twice: the agent could not tell them apart. */
export function repeatedKeys({ memoryKeys, outcomeKeys }: Fields): string[] {
  return Object.entries({ memoryKeys, outcomeKeys }).flatMap(([list, items]) => {
    const keys = itemsOf(items).map(({ key }) => key)
    return keys.flatMap((key, index) =>
      key === undefined || keys.indexOf(key) === index ? [] : [`${list}.${index}.key: ${key} is there twice`],
    )
  })
}

/** Returns a line for each part of a file that has no effect or cannot work. The service does not refuse it. */
export function fileProblems(fields: Fields): string[] {
  const { icebreakers, mcpConfigs } = fields
  return [
    ...(isTexts(icebreakers ?? []) ? [] : ['icebreakers: Without effect: write a list of texts.']),
    ...toolProblems(fields),
    ...itemsOf(mcpConfigs).flatMap(({ toolWhitelist }, index) =>
      isTexts(toolWhitelist ?? [])
        ? []
        : [`mcpConfigs[${index}].toolWhitelist: Without effect: write a list of names of tools, or null for all.`],
    ),
  ]
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
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
