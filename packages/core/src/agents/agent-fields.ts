import { Agent } from '@messaging/contract/agents.ts'
import * as v from 'valibot'

/** A field of an agent or of its items, as the contract declares it. */
export interface Field {
  readonly name: string
  /** Whether only the service sets it (`readOnly`). Such a field is not stored. */
  readonly readOnly: boolean
  /** Its value if it was never sent (`initially`). */
  readonly initial: unknown
  /** What of it is secret (`secret`). */
  readonly secret: 'text' | 'fixed-values' | undefined
  /** Its type without further checks: stored values were checked when they were sent. */
  readonly type: v.GenericSchema
  /** The fields of its items, if it is an array of objects. */
  readonly items: readonly Field[] | undefined
}

interface Metadata {
  readonly readOnly?: boolean
  readonly default?: unknown
  readonly 'x-secret'?: Field['secret']
}

const INITIAL: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: false, array: [] }

function fieldsOf(entries: v.ObjectEntries): Field[] {
  return Object.entries(entries).map(([name, schema]) => {
    const metadata: Metadata = v.getMetadata(schema)
    const type = typeOf(schema)
    return {
      name,
      readOnly: metadata.readOnly ?? false,
      initial: metadata.default ?? INITIAL[type.type] ?? null,
      secret: metadata['x-secret'],
      type,
      items: v.is(ArrayOfObjects, type) ? fieldsOf(type.item.entries) : undefined,
    }
  })
}

const ArrayOfObjects = v.object({
  item: v.object({ entries: v.custom<v.ObjectEntries>((value) => typeof value === 'object') }),
})
const Pipe = v.object({ pipe: v.looseTuple([v.custom<v.GenericSchema>((value) => typeof value === 'object')]) })

function typeOf(schema: v.GenericSchema): v.GenericSchema {
  return v.is(Pipe, schema) ? typeOf(schema.pipe[0]) : schema
}

/** The fields of an agent, in the order of a response. */
export const AGENT_FIELDS: readonly Field[] = fieldsOf(Agent.entries)

/** Returns the schema of stored values with these fields. Missing fields have their initial value. Others stay. */
export function storedEntries(fields: readonly Field[]): v.ObjectEntries {
  const entries = fields
    .filter(({ readOnly }) => !readOnly)
    .map(({ name, initial, type, items }) => {
      const stored = items ? v.array(v.looseObject({ ...storedEntries(items), id: v.string() })) : type
      return [name, v.optional(stored, initial)] as const
    })
  return Object.fromEntries(entries)
}

/** Returns an object with these fields in their order, without others. */
export function inOrder<Value extends object>(fields: readonly Field[], value: Value): Value
export function inOrder(fields: readonly Field[], value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    fields.map(({ name, items }) => {
      const field = value[name]
      return [name, items && Array.isArray(field) ? field.map((item) => inOrder(items, item)) : field]
    }),
  )
}
