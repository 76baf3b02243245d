import { parameterNames } from '../../target.ts'
import { API_OPTIONS, parseArguments } from '../api-options.ts'
import { CliError } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'

export interface OperationInput {
  /** Path and query parameters by name, and `body`. */
  readonly input: Readonly<Record<string, unknown>>
  readonly json: boolean
  readonly url?: string
  readonly 'api-key'?: string
}

export interface Schema {
  readonly type?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Returns the fields of the body that are options. A body with alternatives has none. */
export function bodyFields({ inputSchema }: Tool): Readonly<Record<string, Schema>> {
  const { body }: { readonly body?: Schema } = inputSchema.properties
  return body?.properties ?? {}
}

/** Reads the arguments behind the name of an operation. @throws CliError that names the argument */
export function readInput(tool: Tool, args: readonly string[]): OperationInput {
  const fields = bodyFields(tool)
  const names = parameterNames(tool.path)
  const texts = [...tool.query, ...Object.keys(fields), 'body']
  const { values, positionals } = parsed(args, texts)
  const missing = names.slice(positionals.length)
  if (missing.length > 0) throw new CliError(`Missing: ${missing.map((name) => `<${name}>`).join(' ')}. See --help.`, 2)
  if (positionals.length > names.length) throw new CliError(`Unexpected argument '${positionals[names.length]}'.`, 2)
  const given: Readonly<Record<string, unknown>> = values
  const whole = given.body === undefined ? {} : readJson('--body', String(given.body))
  const sent = Object.entries(fields).flatMap(([name, schema]) =>
    given[name] === undefined ? [] : [[name, readField(name, schema, String(given[name]))]],
  )
  const query = tool.query.map((name) => [name, given[name]] as const)
  const path = names.map((name, index) => [name, positionals[index]] as const)
  const body = Array.isArray(whole) ? whole : { ...Object(whole), ...Object.fromEntries(sent) }
  return {
    input: { ...Object.fromEntries([...path, ...query]), ...(tool.hasBody && { body }) },
    json: values.json === true,
    ...(typeof values.url === 'string' && { url: values.url }),
    ...(typeof values['api-key'] === 'string' && { 'api-key': values['api-key'] }),
  }
}

function parsed(args: readonly string[], texts: readonly string[]) {
  const options = Object.fromEntries(texts.map((name) => [name, { type: 'string' } as const]))
  // The options of the command line win over fields with the same name.
  return parseArguments(args, { ...options, ...API_OPTIONS, json: { type: 'boolean' } })
}

/** Returns a text as it is, and any other value from JSON. Of a choice, null, lists and objects are JSON. */
function readField(name: string, { type, anyOf = [] }: Schema, text: string): unknown {
  const isText = anyOf.some((choice) => choice.type === 'string') && !/^\s*(null\s*$|[[{])/.test(text)
  return isText || [type].flat()[0] === 'string' ? text : readJson(`--${name}`, text)
}

function readJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${option} must be JSON, not "${text}".`, 2)
  }
}
