import { parameterNames } from '../../target.ts'
import { API_OPTIONS } from '../api-options.ts'
import { CliError } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { readArguments, type Syntax } from '../options.ts'

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
  const { values, positionals } = readArguments(args, syntaxOf(tool))
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

/** Returns what the command line of an operation can have: the parameters of its path, and options for the others. */
export function syntaxOf(tool: Tool): Syntax {
  const properties: Readonly<Record<string, Schema>> = { ...tool.inputSchema.properties }
  const fields = bodyFields(tool)
  const option = (name: string, schema: Schema | undefined) =>
    [name, { type: 'string', value: typeOf(schema), help: schema?.description ?? '' }] as const
  return {
    name: tool.command.join(' '),
    description: tool.description,
    args: Object.fromEntries(
      parameterNames(tool.path).map((name) => [`<${name}>`, properties[name]?.description ?? '']),
    ),
    // The options of the command line win over fields with the same name.
    options: {
      ...Object.fromEntries(tool.query.map((name) => option(name, properties[name]))),
      ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => option(name, schema))),
      ...(tool.hasBody && { body: { type: 'string', value: 'json', help: 'The whole body as JSON.' } }),
      json: { type: 'boolean', help: 'Prints the response as JSON instead of a table' },
      ...API_OPTIONS,
    },
  }
}

/** Returns what is typed for a value: `text`, `number`, `true|false`, and `json` for a list or an object. */
function typeOf({ type, anyOf }: Schema = {}): string {
  const types = [type].flat()
  if (anyOf || types.includes('string')) return 'text'
  if (types.includes('number') || types.includes('integer')) return 'number'
  return types.includes('boolean') ? 'true|false' : 'json'
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
