import type { Called } from '../connection.ts'
import { CliError } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { bodyFields } from '../operations/read-input.ts'
import { printable } from '../printable.ts'
import { type AgentFile, readAgentFile, writableFields, writeAgentFile } from './agent-file.ts'
import { fileProblems, misspeltWords, repeatedKeys } from './check-file.ts'
import { problemsOf } from './problems.ts'
import { unknownFields } from './unknown-fields.ts'

/** Where agents are: behind the API, or in the table of a deployment. */
export interface Agents {
  /** Returns the agent with masked secrets. */
  readonly get: (id: string) => Promise<Called>
  /** Returns the id of the new agent. */
  readonly create: (fields: AgentFile['fields']) => Promise<string>
  /** With a `revision`, throws if the agent has another one. */
  readonly replace: (id: string, fields: AgentFile['fields'], revision: number | undefined) => Promise<unknown>
}

/** Writes an agent to a file. Returns what it wrote. */
export async function pullAgent(agents: Agents, id: string, path: string): Promise<AgentFile> {
  return (await pull(agents, id, path)).file
}

async function pull(agents: Agents, id: string, path: string): Promise<Stored> {
  const stored = await read(agents, id)
  await writeAgentFile(path, stored.file)
  return stored
}

/**
 * Changes or creates an agent from its file, and writes the file with the new revision, ids and masks. Returns also what the service says
 * about parts that cannot work.
 * @throws CliError for a field that agents do not have. Nothing is changed then
 */
export async function pushAgent(
  agents: Agents,
  path: string,
  { force }: { readonly force: boolean },
): Promise<AgentFile & { readonly created: boolean; readonly problems: readonly string[] }> {
  const { id, revision, fields } = await readKnown(path)
  const pushed = await replaceOrCreate(agents, { id, fields, revision: force ? undefined : revision }).catch(
    (error: unknown) => {
      throw error instanceof CliError && error.status === 400 ? new CliError(`${path}: ${error.message}`, 2) : error
    },
  )
  const { file, problems } = await pull(agents, pushed, path)
  const local = fileProblems(fields).filter((problem) => !problems.includes(problem))
  return { ...file, created: id === undefined, problems: [...problems, ...local] }
}

/** Returns the id of the agent. */
async function replaceOrCreate(agents: Agents, { id, fields, revision }: AgentFile): Promise<string> {
  if (id === undefined) return await agents.create(fields)
  await agents.replace(id, fields, revision)
  return id
}

interface Comparison {
  /** What a push would change. */
  readonly lines: readonly string[]
  /** Whether the agent was changed after the file was pulled. */
  readonly outdated: boolean
  /** Tools that could not work. */
  readonly problems: readonly string[]
}

/**
 * Returns what a push would do.
 * @throws CliError for a field that agents do not have
 */
export async function comparePush(agents: Agents, path: string): Promise<Comparison> {
  const { id, revision, fields } = await readKnown(path)
  const stored = id === undefined ? { fields: {}, revision } : (await read(agents, id)).file
  const lines = differences(stored.fields, fields).map(printable)
  const outdated = revision !== undefined && stored.revision !== revision
  const problems = fileProblems(fields)
  return { lines: lines.length > 0 ? lines : ['There are no differences.'], outdated, problems }
}

export const OUTDATED = 'The agent was changed after the file was pulled.'

interface Stored {
  readonly file: AgentFile
  readonly problems: readonly string[]
}

async function read(agents: Agents, id: string): Promise<Stored> {
  const { body, revision } = await agents.get(id)
  const fields = writableFields(body, await replaceTool())
  return { file: { id, ...(revision !== undefined && { revision }), fields }, problems: problemsOf(body) }
}

/** @throws CliError with a line for each part of the file that the API would refuse or ignore */
async function readKnown(path: string): Promise<AgentFile> {
  const file = await readAgentFile(path)
  const wrong = await wrongFields(file.fields)
  if (wrong.length > 0) throw new CliError(wrong.map((line) => `${path}: ${line}`).join('\n'), 2)
  return file
}

async function wrongFields(fields: AgentFile['fields']): Promise<readonly string[]> {
  const tool = await replaceTool()
  const { documents, ...properties } = bodyFields(tool)
  if ('documents' in fields)
    return ['documents: are not in the file; upload them in the dashboard, or with POST /api/v1/agents/{id}/documents/']
  const wrong = [...unknownFields(fields, { properties }), ...misspeltWords(fields), ...repeatedKeys(fields)]
  if (wrong.length > 0) return wrong
  const { invalidFields } = await import('../mcp/validator.ts')
  return invalidFields(fields, { type: 'object', properties })
}

async function replaceTool(): Promise<Tool> {
  const { tools } = await import('../mcp/tools.ts')
  const tool = tools.find(({ name }) => name === 'agents_replace')
  if (!tool) throw new Error('There is no operation agents/replace.')
  return tool
}

/**
 * Returns what `after` changes in `before`, as lines that start with `-` or `+` and a path. Fields and items with an id
 * that `after` omits are unchanged, as in a request.
 */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isObject))
    return itemDifferences(before, after, path)
  if (isObject(before) && isObject(after)) {
    const merged = path === '' || 'id' in before ? { ...before, ...after } : after
    const names = new Set([...Object.keys(before), ...Object.keys(merged)])
    return [...names].flatMap((name) => differences(before[name], merged[name], path ? `${path}.${name}` : name))
  }
  const [removed, added] = [linesOf(before), linesOf(after)]
  const isEqual = (offset: number) => removed.at(offset) === added.at(offset)
  const shortest = Math.min(removed.length, added.length)
  let [start, end] = [0, 0]
  while (start < shortest && isEqual(start)) start += 1
  while (end < shortest - start && isEqual(-1 - end)) end += 1
  return [
    ...removed.slice(start, removed.length - end).map((line) => `- ${path}: ${line}`),
    ...added.slice(start, added.length - end).map((line) => `+ ${path}: ${line}`),
  ]
}

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function itemDifferences(before: readonly Fields[], after: readonly Fields[], path: string): string[] {
  const keyOf = ({ id }: Fields, index: number) => id ?? `#${index}`
  const kept = new Map(after.map((item, index) => [keyOf(item, index), item]))
  const known = new Set(before.map(keyOf))
  return [
    ...before.flatMap((item, index) => differences(item, kept.get(keyOf(item, index)), labelOf(path, item, index))),
    ...after.flatMap((item, index) =>
      known.has(keyOf(item, index)) ? [] : differences(undefined, item, labelOf(path, item, index)),
    ),
  ]
}

function labelOf(path: string, { name, key, id }: Fields, index: number): string {
  return `${path}[${String(name ?? key ?? id ?? index)}]`
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return []
  return typeof value === 'string' && value.includes('\n') ? value.split('\n') : [JSON.stringify(value)]
}
