import * as v from 'valibot'

/** The side of a schema: its input or its output. */
export type Side = 'input' | 'output'

/** Returns the published name of a schema, if it has one. Names apply to the output side. */
export type Names = (schema: unknown) => string | undefined

/** Returns the TypeScript text of a schema: `unknown` for schemas without run-time type information. */
export function typeText(schema: unknown, side: Side, names: Names): string {
  return (side === 'output' && names(schema)) || structureText(schema, side, names)
}

/** Like `typeText`, but does not use the schema's name. */
export function structureText(schema: unknown, side: Side, names: Names): string {
  const part = side === 'output' ? lastSchema(schema) : schema
  if (part !== schema) return typeText(part, side, names)
  const inner = (key: string) => typeText(field(schema, key), side, names)
  const each = (key: string, joint: string) =>
    list(field(schema, key))
      .map((item) => typeText(item, side, names))
      .join(joint)
  switch (field(schema, 'type')) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'null':
    case 'undefined':
    case 'any':
    case 'never':
      return String(field(schema, 'type'))
    case 'file':
      return 'File'
    case 'literal':
      return JSON.stringify(field(schema, 'literal'))
    case 'picklist':
      return list(field(schema, 'options'))
        .map((option) => JSON.stringify(option))
        .join(' | ')
    case 'nullable':
      return `${inner('wrapped')} | null`
    case 'nullish':
      return `${inner('wrapped')} | null | undefined`
    case 'optional':
    case 'undefinedable':
      return side === 'output' && hasDefault(schema) ? inner('wrapped') : `${inner('wrapped')} | undefined`
    case 'exact_optional':
    case 'non_optional':
    case 'non_nullable':
    case 'non_nullish':
      return inner('wrapped')
    case 'array':
      return /^\w+$/.test(inner('item')) ? `${inner('item')}[]` : `(${inner('item')})[]`
    case 'tuple':
    case 'strict_tuple':
      return `[${each('items', ', ')}]`
    case 'record':
      return `{ [key: ${inner('key')}]: ${inner('value')} }`
    case 'union':
    case 'variant':
      return each('options', ' | ')
    case 'intersect':
      return list(field(schema, 'options'))
        .map((option) => `(${typeText(option, side, names)})`)
        .join(' & ')
    case 'object':
    case 'strict_object':
      return objectText(schema, side, names)
    case 'loose_object':
      return `${objectText(schema, side, names)} & { [key: string]: unknown }`
    case 'object_with_rest':
      return `${objectText(schema, side, names)} & { [key: string]: ${inner('rest')} }`
    default:
      return 'unknown'
  }
}

function objectText(schema: unknown, side: Side, names: Names): string {
  const fields = Object.entries(field(schema, 'entries') ?? {}).map(
    ([key, entry]) =>
      `${docText(entry)}${propertyName(key)}${mayBeAbsent(entry, side) ? '?' : ''}: ${typeText(entry, side, names)};\n`,
  )
  return `{\n${fields.join('')}}`
}

function mayBeAbsent(entry: unknown, side: Side): boolean {
  const optional = ['optional', 'exact_optional', 'nullish'].includes(String(field(entry, 'type')))
  return optional && !(side === 'output' && hasDefault(entry))
}

function hasDefault(schema: unknown): boolean {
  return field(schema, 'default') !== undefined
}

/** Returns a documentation comment of a schema's description, or an empty string. */
export function docText(schema: unknown): string {
  if (!isSchema(schema)) return ''
  const lines = [v.getDescription(schema), v.getMetadata(schema).deprecated === true ? '@deprecated' : undefined]
  return commentText(lines.filter((line) => line !== undefined))
}

/** Returns lines as a documentation comment, or an empty string if there are no lines. */
export function commentText(lines: readonly string[]): string {
  const [first, ...more] = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (first === undefined) return ''
  if (more.length === 0) return `/** ${first} */\n`
  return `/**\n * ${first}\n${more.map((line) => ` *\n * ${line}\n`).join('')} */\n`
}

/** Returns a property name, quoted if it is not an identifier. */
export function propertyName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
}

/**
 * Returns the last schema of a pipe, which defines its output.
 * @throws Error if a function transforms the output, because its type is unknown at run time
 */
function lastSchema(schema: unknown): unknown {
  const [first, ...rest] = list(field(schema, 'pipe'))
  const last = rest.findLastIndex((item) => field(item, 'kind') === 'schema')
  if (rest.slice(last + 1).some((item) => field(item, 'type') === 'transform'))
    throw new Error('A function transforms the response, so its type cannot be published')
  return first === undefined || last < 0 ? schema : rest[last]
}

function isSchema(value: unknown): value is v.GenericSchema {
  return field(value, 'kind') === 'schema'
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
