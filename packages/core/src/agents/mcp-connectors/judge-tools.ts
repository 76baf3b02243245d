import { createHash } from 'node:crypto'
import { isObject } from '@replywright/contract/json.ts'

/** A tool as an MCP server lists it: what a model reads of it. */
export interface ListedTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: object
}

/** The hashes of tools by name. */
export type ToolPins = Readonly<Record<string, string>>

/** `approved`: pinned as it is. `new`: not pinned. `changed`: pinned with another description or schema. */
type Approval = 'approved' | 'new' | 'changed'

/** Compares a tool with the pins. Everything is approved while nothing is pinned. */
export function approvalOf(tool: ListedTool, pins: ToolPins | undefined): Approval {
  if (!pins) return 'approved'
  const pinned = Object.hasOwn(pins, tool.name) ? pins[tool.name] : undefined
  if (pinned === undefined) return 'new'
  return pinned === toolHash(tool) ? 'approved' : 'changed'
}

/** Returns the pins of tools. */
export function pinsOf(tools: readonly ListedTool[]): ToolPins {
  return Object.fromEntries(tools.map((tool) => [tool.name, toolHash(tool)]))
}

/** Returns a hash of what a model reads of all tools, in any order. */
export function listingHash(tools: readonly ListedTool[]): string {
  return hashOf(tools.map((tool) => [tool.name, toolHash(tool)]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)))
}

/** Returns a hash of what a model reads of a tool. The order of the schema's fields does not matter. */
function toolHash({ name, title, description, inputSchema }: ListedTool): string {
  return hashOf({ name, title, description, inputSchema })
}

const HASH_LENGTH = 32

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => (isObject(each) ? sorted(each) : each))
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
