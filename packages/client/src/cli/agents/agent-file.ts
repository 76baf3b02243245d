import { appendFile, writeFile } from 'node:fs/promises'
import { dump } from 'js-yaml'
import { reasonOf } from '../api-options.ts'
import { CliError } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { suggestion } from '../nearest.ts'
import { bodyFields, type Schema } from '../operations/read-input.ts'
import { isYaml, readData } from './read-data.ts'

/** Documents are not in the file. They are uploaded in the dashboard or by the API. */
const OMITTED = ['documents']

/** An agent as a file. */
export interface AgentFile {
  /** Absent in the file of an agent that does not exist yet. */
  readonly id?: string
  /** The revision that was pulled. */
  readonly revision?: number
  /** The fields that callers can set. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Returns the fields of an agent that the operation `replace` can set. */
export function writableFields(agent: unknown, replace: Tool): AgentFile['fields'] {
  const properties = Object.entries(bodyFields(replace)).filter(([name]) => !OMITTED.includes(name))
  return Object.fromEntries(properties.map(([name, schema]) => [name, settable(Object(agent)[name], schema)]))
}

/** Drops what only the service sets. A schema without properties accepts any JSON. */
function settable(value: unknown, { properties, items }: Schema): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => settable(item, items)) : value
  if (!properties || typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).filter(([name]) => name in properties)
  return Object.fromEntries(known.map(([name, field]) => [name, settable(field, properties[name] ?? {})]))
}

/** @throws CliError if the file is not the YAML or JSON of an agent */
export async function readAgentFile(path: string): Promise<AgentFile> {
  const value = await readData(path)
  const problem = headProblem(value)
  if (problem !== undefined) throw new CliError(`${path}${problem}`, 2)
  const { id, revision, ...fields } = Object(value)
  return { ...(id !== undefined && { id }), ...(revision !== undefined && { revision }), fields }
}

/** Fields of a file that say which agent it is. A misspelt one would create another agent, or overwrite later changes. */
const HEAD = ['id', 'revision', 'name']

/** Returns what is wrong with the fields of a file that say which agent it is. */
function headProblem(value: unknown): string | undefined {
  if (Array.isArray(value)) return ' is a list. The file of an agent has the fields of one agent.'
  if (typeof value !== 'object' || value === null)
    return ' is not the file of an agent: it has no fields, such as name.'
  const { id, revision, name }: Readonly<Record<string, unknown>> = { ...value }
  const misspelt = Object.keys(value).flatMap((key) => {
    const meant = HEAD.includes(key) ? '' : suggestion(key, HEAD)
    return meant === '' ? [] : [`: ${key}: unknown field${meant}`]
  })
  if (misspelt[0] !== undefined) return misspelt[0]
  if (name === undefined) return ' is not the file of an agent: it has no name.'
  if (typeof name !== 'string') return ': name: must be a text; write it in quotes'
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    return ': id: must be the id of an agent; a file without it creates one'
  if (revision !== undefined && !Number.isSafeInteger(revision))
    return ': revision: must be the number that agents pull wrote'
  return undefined
}

export async function writeAgentFile(path: string, { id, revision, fields }: AgentFile): Promise<void> {
  const file = { ...(id !== undefined && { id }), ...(revision !== undefined && { revision }), ...fields }
  const text = isYaml(path) ? dump(file, { lineWidth: -1, noRefs: true }) : `${JSON.stringify(file, null, 2)}\n`
  await writeText(path, text)
}

/** @throws CliError if the file cannot be written */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new CliError(`${path} cannot be written (${reasonOf(error)}).`)
  })
}

/** Creates the file of an option if it does not exist, so that a wrong path is told before the work. @throws CliError */
export async function checkWritable(option: string, path: string): Promise<void> {
  if (path === '') throw new CliError(`${option} must be the path of a file.`, 2)
  await appendFile(path, '').catch((error: unknown) => {
    throw new CliError(`${option}: ${path} cannot be written (${reasonOf(error)}).`, 2)
  })
}
