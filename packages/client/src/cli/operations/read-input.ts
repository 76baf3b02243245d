import { parameterNames } from '../../target.ts'
import { unknownFields } from '../agents/unknown-fields.ts'
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
  knowFields(tool, whole)
  const sent = Object.entries(fields).flatMap(([name, schema]) =>
    given[name] === undefined ? [] : [[name, readField(name, schema, String(given[name]), now)]],
  )
  const query = tool.query.map((name) => {
    const [value, schema] = [given[name], properties[name] ?? {}]
    return [name, typeof value === 'string' && isTime(schema) ? readTime(`--${name}`, value, now) : value] as const
  })
  requireOrder(query)
  const path = names.map((name, index) => [name, positionals[index]] as const)
  const apiUrl = given[apiUrlOption(tool)]
  const body = Array.isArray(whole) ? whole : { ...Object(whole), ...Object.fromEntries(sent) }
  requireFields(tool, body)
  return {
    input: { ...Object.fromEntries([...path, ...query]), ...(tool.hasBody && { body }) },
    json: values.json === true,
    ...(typeof given.columns === 'string' && { columns: readColumns(given.columns) }),
    ...(typeof apiUrl === 'string' && { url: apiUrl }),
    ...(typeof values['api-key'] === 'string' && { 'api-key': values['api-key'] }),
  }
}

function propertiesOf({ inputSchema }: Tool): Readonly<Record<string, Schema>> {
  return { ...inputSchema.properties }
}

/**
 * Returns the name of the option for the API's URL. Where `url` is a field of the resource, a call must not send the API key to the URL that
 * was meant as the field.
 */
function apiUrlOption(tool: Tool): string {
  const isField = Object.hasOwn(bodyFields(tool), 'url') || tool.command.join(' ') === 'webhooks update'
  return isField ? 'api-url' : 'url'
}

/** @throws CliError for a body of another type, or that names each unknown field */
function knowFields(tool: Tool, whole: unknown): void {
  const schema = propertiesOf(tool).body ?? {}
  const isList = Array.isArray(whole)
  if (typeof whole !== 'object' || whole === null || (isList && schema.properties))
    throw new CliError('--body must be a JSON object, such as {"name": "x"}. See --help.', 2)
  const lines = unknownFields(whole, schema)
  if (lines.length > 0) throw new CliError(lines.map((line) => `--body: ${line}`).join('\n'), 2)
}

/** @throws CliError for a range that ends before it begins, which is always empty */
function requireOrder(query: readonly (readonly [string, unknown])[]): void {
  const { since, until } = Object.fromEntries(query)
  if (typeof since === 'string' && typeof until === 'string' && until < since)
    throw new CliError('--until must not be before --since.', 2)
}

/** @throws CliError if there are no names */
function readColumns(text: string): string[] {
  const names = text.split(/[\s,]+/).filter(Boolean)
  if (names.length === 0) throw new CliError('--columns must be names of columns, separated by commas: id,name.', 2)
  return names
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
      [apiUrlOption(tool)]: API_OPTIONS.url,
      'api-key': API_OPTIONS['api-key'],
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
  if (isText || types[0] === 'string') return text
  if (types.includes('number') || types.includes('integer')) return readNumber(`--${name}`, text)
  return readJson(`--${name}`, text)
}

function readNumber(option: string, text: string): unknown {
  if (!/^-?\d+(\.\d+)?$/.test(text.trim()))
    throw new CliError(`${option} must be a number, not "${shortened(text)}".`, 2)
  return readJson(option, text)
}

function readJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${option} must be JSON, not "${shortened(text)}".`, 2)
  }
}

const LONGEST_QUOTE = 80

function shortened(text: string): string {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text
}
