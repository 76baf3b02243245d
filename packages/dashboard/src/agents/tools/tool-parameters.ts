import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { parseJson } from '../../api/api-error.ts'

/** A parameter that the model fills, as a field of a form. */
export interface ToolParameter {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  /** Whether the field contains JSON. */
  readonly isJson: boolean
  /** The allowed values. Empty: any value. */
  readonly choices: readonly unknown[]
  /** The text that the field begins with. */
  readonly initial: string
}

/** Returns the fields of a tool's parameters. `schema` is the JSON Schema of its arguments. */
export function toolParameters({ properties, required }: JsonObject): readonly ToolParameter[] {
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
    const { type, enum: choices, description } = isObject(property) ? property : {}
    const isRequired = Array.isArray(required) && required.includes(name)
    const isJson = type === 'object' || type === 'array'
    return {
      name,
      description: typeof description === 'string' ? description : '',
      isRequired,
      isJson,
      choices: Array.isArray(choices) ? choices : type === 'boolean' ? [true, false] : [],
      initial: isJson && isRequired ? stringifyExactJson(exampleOf(property), 2) : '',
    }
  })
}

/** Returns a value with all fields of a schema. */
function exampleOf(schema: unknown): unknown {
  const { type, properties, items, enum: choices } = isObject(schema) ? schema : {}
  if (Array.isArray(choices)) return choices[0]
  if (type === 'array') return [exampleOf(items)]
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  if (type !== 'object') return ''
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [name, exampleOf(property)]),
  )
}

/** Returns the errors of the fields' texts, by position. */
export function parameterErrors(
  parameters: readonly ToolParameter[],
  texts: readonly string[],
): Record<string, string> {
  const errors = parameters.flatMap(({ isRequired, isJson }, index) => {
    const text = texts[index]?.trim() ?? ''
    const error = text === '' ? isRequired && 'Required' : isJson && parseJson(text) === undefined && 'Must be JSON'
    return error ? [[`texts.${index}`, error] as const] : []
  })
  return Object.fromEntries(errors)
}

/** Returns the arguments that the fields' texts describe. Empty fields are omitted. */
export function toolArguments(parameters: readonly ToolParameter[], texts: readonly string[]): JsonObject {
  const filled = parameters.flatMap(({ name, isJson, choices }, index) => {
    const text = texts[index] ?? ''
    if (text.trim() === '') return []
    return [[name, isJson ? parseJson(text) : (choices.find((choice) => choiceText(choice) === text) ?? text)] as const]
  })
  return Object.fromEntries(filled)
}

export function choiceText(choice: unknown): string {
  return typeof choice === 'string' ? choice : stringifyExactJson(choice)
}
