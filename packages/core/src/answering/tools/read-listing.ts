import { isObject } from '@replywright/contract/json.ts'
import type { ToolProblem } from '@replywright/contract/mcp-connectors.ts'
import type { ListedTool } from '../../agents/mcp-connectors/judge-tools.ts'
import { repairSchema } from '../../agents/models/repair-schema.ts'
import { shorten } from '../../agents/models/shorten.ts'

/** The usable tools of a server, and why the other ones are left out. */
export interface ReadListing {
  readonly tools: readonly ListedTool[]
  readonly problems: readonly ToolProblem[]
}

/** The protocol recommends at most 128 characters. */
const LONGEST_NAME = 256
/** Characters of a title or description that are read. Models get fewer. */
const LONGEST_TEXT = 10_000
/** More tools of a server are not read. */
const MOST_TOOLS = 500
const MOST_PROBLEMS = 20
const LONGEST_SHOWN_NAME = 100

/** Reads what an MCP server lists. Each tool is judged alone, so that an odd one does not hide the others. */
export function readListing(listed: readonly unknown[]): ReadListing {
  const tools = new Map<string, ListedTool>()
  const problems: ToolProblem[] = []
  for (const [index, value] of listed.slice(0, MOST_TOOLS).entries()) {
    const read = readTool(value)
    const name = read.tool?.name ?? nameOf(value) ?? `#${index + 1}`
    const problem = read.problem ?? (tools.has(name) ? 'another tool of the server has the same name' : undefined)
    if (problem) problems.push({ tool: name.slice(0, LONGEST_SHOWN_NAME).toWellFormed(), problem })
    else if (read.tool) tools.set(name, read.tool)
  }
  if (listed.length > MOST_TOOLS)
    problems.unshift({
      tool: null,
      problem: `the server lists ${listed.length} tools; only the first ${MOST_TOOLS} are read`,
    })
  return { tools: [...tools.values()], problems: problems.slice(0, MOST_PROBLEMS) }
}

type ReadTool =
  | { readonly tool: ListedTool; readonly problem?: undefined }
  | { readonly problem: string; readonly tool?: undefined }

function readTool(value: unknown): ReadTool {
  if (!isObject(value)) return { problem: 'it is not an object' }
  const name = nameOf(value)
  if (name === undefined) return { problem: 'it has no name' }
  if (name.length > LONGEST_NAME) return { problem: `its name is longer than ${LONGEST_NAME} characters` }
  const { schema, problem } = repairSchema(value.inputSchema)
  if (problem !== undefined) return { problem }
  const [title, description] = [textOf(value.title), textOf(value.description)]
  return { tool: { name, ...(title && { title }), ...(description && { description }), inputSchema: schema } }
}

function nameOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.name === 'string' && value.name.trim() !== '' ? value.name : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? shorten(value.toWellFormed(), LONGEST_TEXT) : undefined
}
