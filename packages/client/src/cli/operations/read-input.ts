import { parameterNames } from '../../target.ts'
import { API_OPTIONS } from '../api-options.ts'
import { readTime } from '../duration.ts'
import { CliError } from '../io.ts'
import type { Tool } from '../mcp/describe-tools.ts'
import { readArguments, type Syntax } from '../options.ts'

export interface OperationInput {
  /** Path and query parameters by name, and `body`. */
  readonly input: Readonly<Record<string, unknown>>
  readonly json: boolean
  /** The columns of a table. */
  readonly columns?: readonly string[]
  readonly url?: string
  readonly 'api-key'?: string
}

export interface Schema {
  readonly type?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly required?: readonly string[]
}

/** Returns the fields of the body that are options. A body with alternatives has none. */
export function bodyFields({ inputSchema }: Tool): Readonly<Record<string, Schema>> {
  const { body }: { readonly body?: Schema } = inputSchema.properties
  return body?.properties ?? {}
}

/** Reads the arguments behind the name of an operation. A duration is a time before `now`. @throws CliError that names the argument */
export function readInput(tool: Tool, args: readonly string[], now: number): OperationInput {
  const fields = bodyFields(tool)
  const properties = propertiesOf(tool)
  const names = parameterNames(tool.path)
  const syntax = syntaxOf(tool)
  const { values, positionals } = readArguments(normalize(args, syntax), syntax)
  const given: Readonly<Record<string, unknown>> = values
  const whole = given.body === undefined ? {} : readJson('--body', String(given.body))
  const sent = Object.entries(fields).flatMap(([name, schema]) =>
    given[name] === undefined ? [] : [[name, readField(name, schema, String(given[name]), now)]],
  )
  const query = tool.query.map((name) => {
    const [value, schema] = [given[name], properties[name] ?? {}]
    return [name, typeof value === 'string' && isTime(schema) ? readTime(`--${name}`, value, now) : value] as const
  })
  const path = names.map((name, index) => [name, positionals[index]] as const)
  const body = Array.isArray(whole) ? whole : { ...Object(whole), ...Object.fromEntries(sent) }
  requireFields(tool, body)
  return {
    input: { ...Object.fromEntries([...path, ...query]), ...(tool.hasBody && { body }) },
    json: values.json === true,
    ...(typeof given.columns === 'string' && { columns: given.columns.split(',').map((name) => name.trim()) }),
    ...(typeof values.url === 'string' && { url: values.url }),
    ...(typeof values['api-key'] === 'string' && { 'api-key': values['api-key'] }),
  }
}

function propertiesOf({ inputSchema }: Tool): Readonly<Record<string, Schema>> {
  return { ...inputSchema.properties }
}

/** Returns the fields that a body must have. A body with alternatives is checked by the API. */
function requiredFields(tool: Tool): readonly string[] {
  const { body } = propertiesOf(tool)
  return body?.properties ? (body.required ?? []) : []
}

/** @throws CliError that names all fields that are missing */
function requireFields(tool: Tool, body: unknown): void {
  if (Array.isArray(body)) return
  const missing = requiredFields(tool).filter((name) => !Object.hasOwn(Object(body), name))
  if (missing.length === 0) return
  const options = missing.map((name) => `--${name}`).join(', ')
  throw new CliError(`${options} ${missing.length === 1 ? 'is' : 'are'} required. See --help.`, 2)
}

/** Returns the arguments with the names of the options as the API spells them, and with `true` for a flag without a value. */
function normalize(args: readonly string[], { options }: Syntax): string[] {
  const spelled = new Map(Object.keys(options).map((name) => [kebab(name), name]))
  return args.map((arg, index) => {
    const [, typed = '', rest = ''] = /^--([\w-]+)(=.*)?$/s.exec(arg) ?? []
    const name = spelled.get(typed) ?? typed
    if (name === '') return arg
    const isFlag = options[name]?.value === FLAG && rest === '' && !VALUES_OF_FLAGS.includes(args[index + 1] ?? '')
    return `--${name}${isFlag ? '=true' : rest}`
  })
}

const FLAG = 'true|false'
const VALUES_OF_FLAGS = ['true', 'false', 'null']

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns what the command line of an operation can have: the parameters of its path, and options for the others. */
export function syntaxOf(tool: Tool): Syntax {
  const properties = propertiesOf(tool)
  const fields = bodyFields(tool)
  const required = [...requiredFields(tool), ...tool.inputSchema.required]
  const option = (name: string, schema: Schema = {}) =>
    [name, { type: 'string', value: typeOf(schema), help: helpFor(schema, required.includes(name)) }] as const
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
      ...(tool.hasBody && { body: { type: 'string', value: 'json', help: helpForBody(tool) } }),
      ...(tool.method === 'GET' && {
        columns: { type: 'string', value: 'names', help: 'Columns of the table, separated by commas: id,name' },
      }),
      json: { type: 'boolean', help: 'Prints the response as JSON instead of a table' },
      ...API_OPTIONS,
    },
  }
}

/** Returns the help of a field: whether it is required, what it is, and which values a long choice has. */
function helpFor({ description = '', ...schema }: Schema, isRequired: boolean): string {
  const choice = choiceOf(schema).join('|')
  return [isRequired && '(required)', description, choice.length > LONGEST_TYPE && `One of ${choice}.`]
    .filter(Boolean)
    .join(' ')
}

/** Returns the help of `--body`: without fields that are options, the body is required and has alternatives. */
function helpForBody(tool: Tool): string {
  const isRequired = tool.inputSchema.required.includes('body') && Object.keys(bodyFields(tool)).length === 0
  return isRequired ? '(required) The whole body as JSON.' : 'The whole body as JSON.'
}

const LONGEST_TYPE = 40

/** Returns what is typed for a value: `text`, `number`, `time`, `true|false`, the words of a choice, and `json` for a list or an object. */
function typeOf(schema: Schema): string {
  const { type, anyOf } = schema
  const types = [type].flat()
  if (isTime(schema)) return 'time'
  const choice = choiceOf(schema).join('|')
  if (choice !== '') return choice.length > LONGEST_TYPE ? 'word' : choice
  if (anyOf || types.includes('string')) return 'text'
  if (types.includes('number') || types.includes('integer')) return 'number'
  return types.includes('boolean') ? FLAG : 'json'
}

/** Returns the words that are allowed, or none if other values are, too. */
function choiceOf({ enum: words, anyOf = [] }: Schema): readonly string[] {
  const others = anyOf.filter(({ type }) => type !== 'null')
  const [only] = others
  if (words === undefined) return others.length === 1 && only ? choiceOf(only) : []
  return words.filter((word) => typeof word === 'string')
}

function isTime({ format, anyOf = [] }: Schema): boolean {
  return format === 'date-time' || anyOf.some((choice) => choice.format === 'date-time')
}

/**
 * Returns a text as it is, a time for the API, null of a field that may be null, and any other value from JSON. Of a
 * choice, lists and objects are JSON.
 */
function readField(name: string, schema: Schema, text: string, now: number): unknown {
  const { type, anyOf = [] } = schema
  const types = [type, ...anyOf.map((choice) => choice.type)].flat()
  if (types.includes('null') && text.trim() === 'null') return null
  if (isTime(schema)) return readTime(`--${name}`, text, now)
  const isText = anyOf.some((choice) => choice.type === 'string') && !/^\s*[[{]/.test(text)
  return isText || types[0] === 'string' ? text : readJson(`--${name}`, text)
}

function readJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${option} must be JSON, not "${text}".`, 2)
  }
}
