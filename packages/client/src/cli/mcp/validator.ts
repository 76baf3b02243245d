import type { JsonSchemaType, jsonSchemaValidator } from '@modelcontextprotocol/server'
import { Ajv, addFormats } from '@modelcontextprotocol/server/validators/ajv'

const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true })
addFormats(ajv)

/** Validates the input of tools. Its messages name the allowed values, and only the nearest alternative of a union. */
export const validator: jsonSchemaValidator = {
  getValidator: <Input>(schema: JsonSchemaType) => {
    const compile = () => ajv.compile<Input>(schema)
    let compiled: ReturnType<typeof compile> | undefined
    return (input: unknown) => {
      // Most tools of a server are never called.
      compiled ??= compile()
      const validate = compiled
      return validate(input)
        ? { valid: true, data: input, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: describeErrors(validate.errors ?? []) }
    }
  },
}

interface InputError {
  readonly keyword: string
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** Returns what to correct: one sentence for each invalid field. */
export function describeErrors(errors: readonly InputError[]): string {
  return linesOf(errors).join('; ')
}

/** Returns what to correct in a value: one line for each invalid field, which begins with its path. */
export function invalidFields(value: unknown, schema: object): string[] {
  const validate = ajv.compile(schema)
  return validate(value) ? [] : linesOf(validate.errors ?? [])
}

function linesOf(errors: readonly InputError[]): string[] {
  return [...new Set(nearest(errors).map(describe))]
}

const ALTERNATIVE = /^(.*?\/(?:anyOf|oneOf))\/(\d+)\//

/** Removes the errors of all alternatives of a union but one: that with the fewest errors whose type applies. */
function nearest(errors: readonly InputError[]): readonly InputError[] {
  const union = errors.map(({ schemaPath }) => ALTERNATIVE.exec(schemaPath)?.[1]).find((path) => path !== undefined)
  if (union === undefined) return errors
  const isInside = ({ schemaPath }: InputError) => schemaPath.startsWith(`${union}/`)
  // Node 20 has no Map.groupBy.
  const groups = new Map<string | undefined, InputError[]>()
  for (const error of errors.filter(isInside)) {
    const alternative = ALTERNATIVE.exec(error.schemaPath)?.[2]
    groups.set(alternative, [...(groups.get(alternative) ?? []), error])
  }
  const [best = []] = [...groups.values()].toSorted((a, b) => costOf(a) - costOf(b))
  const others = errors.filter((error) => !isInside(error) && error.schemaPath !== union)
  // The rest of the path may contain another union.
  const inner = best.map((error) => ({ ...error, schemaPath: error.schemaPath.replace(ALTERNATIVE, '') }))
  return nearest([...others, ...inner])
}

/** An alternative with another constant or another type of value is not meant. */
const WRONG_KIND = ['const', 'enum', 'type']

function costOf(errors: readonly InputError[]): number {
  return errors.reduce((sum, { keyword }) => sum + (WRONG_KIND.includes(keyword) ? 10 : 1), 0)
}

function describe({ keyword, instancePath, params, message = 'is invalid' }: InputError): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const prefix = path === '' ? '' : `${path}: `
  const { allowedValues, allowedValue, additionalProperty, missingProperty } = params
  if (keyword === 'enum' && Array.isArray(allowedValues))
    return `${prefix}must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
  if (keyword === 'const') return `${prefix}must be ${JSON.stringify(allowedValue)}`
  if (keyword === 'additionalProperties') return `${prefix}has the unknown field ${String(additionalProperty)}`
  if (keyword === 'type') return `${prefix}must be ${[params.type].flat().map(kindOf).join(' or ')}`
  if (keyword === 'format') return `${prefix}must be ${FORMATS.get(String(params.format)) ?? params.format}`
  if (keyword === 'required') return `${path === '' ? '' : `${path}.`}${String(missingProperty)}: is required`
  return `${prefix}${message}`
}

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
])

function kindOf(type: unknown): string {
  return KINDS.get(type) ?? String(type)
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['uri', 'a URL with its scheme and without spaces, such as https://example.com'],
  ['uuid', 'a UUID'],
  ['date-time', 'a time such as 2026-11-20T16:00:00Z'],
])
