import { readFile, writeFile } from 'node:fs/promises'
import { dump, load } from 'js-yaml'
import { reasonOf } from '../api-options.ts'
import { CliError } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { bodyFields, type Schema } from '../operations/read-input.ts'

/** Files are not in Git's file, and are uploaded by `agents upload-document`. */
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
  const { id, revision, ...fields } = Object(parse(path, await readText(path)))
  if (typeof fields.name !== 'string') throw new CliError(`${path} is not the file of an agent: it has no name.`, 2)
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof revision === 'number' && { revision }),
    fields,
  }
}

export async function writeAgentFile(path: string, { id, revision, fields }: AgentFile): Promise<void> {
  const file = { ...(id !== undefined && { id }), ...(revision !== undefined && { revision }), ...fields }
  const text = isYaml(path) ? dump(file, { lineWidth: -1, noRefs: true }) : `${JSON.stringify(file, null, 2)}\n`
  await writeText(path, text)
}

/** Returns whether a file is YAML, by its name. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

/** @throws CliError if there is no such file */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new CliError(`There is no file ${path}.`, 2)
  }
}

/** @throws CliError if the file cannot be written */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new CliError(`${path} cannot be written (${reasonOf(error)}).`)
  })
}

function parse(path: string, text: string): unknown {
  try {
    return isYaml(path) ? load(text) : JSON.parse(text)
  } catch (error) {
    throw new CliError(
      `${path} is not ${isYaml(path) ? 'YAML' : 'JSON'}: ${error instanceof Error ? error.message : error}.`,
      2,
    )
  }
}
