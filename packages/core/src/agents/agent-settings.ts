import { Agent } from '@replywright/contract/agents.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import * as v from 'valibot'
import { type StoredJson, storedJson } from '../platform/table/stored-json.ts'

/** A field of an agent or of its items, as the contract declares it. */
export interface Field {
  readonly name: string
  /** Whether only the service sets it (`readOnly`). Such a field is not stored. */
  readonly readOnly: boolean
  /** Its value if it was never sent (`initially`). */
  readonly initial: unknown
  /** What of it is secret (`secret`). */
  readonly secret: 'text' | 'fixed-values' | 'url' | undefined
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
function storedEntries(fields: readonly Field[]): v.ObjectEntries {
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

type ReadOnly = { readonly pipe: readonly [unknown, { readonly metadata: { readonly readOnly: true } }] }

/** What is stored of an object with these fields. */
type Stored<Entries extends v.ObjectEntries> = {
  readonly [Name in keyof Entries as Entries[Name] extends ReadOnly ? never : Name]: Entries[Name] extends {
    readonly item: { readonly entries: infer Item extends v.ObjectEntries }
  }
    ? Stored<Item>[]
    : v.InferOutput<Entries[Name]>
}

/** The fields of an agent that are not read-only, and the key of its picture in the bucket, or `''`. */
export interface AgentSettings extends Stored<(typeof Agent)['entries']> {
  readonly picture: string
}

const Settings = v.pipe(
  v.looseObject({ ...storedEntries(AGENT_FIELDS), picture: v.optional(v.string(), '') }),
  v.guard((settings): settings is typeof settings & AgentSettings => true),
)

/** The JSON of `AgentBodyEntity`. */
export const storedSettings: StoredJson<AgentSettings> = storedJson('agent settings', Settings, {
  parseJson: parseExactJson,
})

/** Returns settings that were built field by field (`AGENT_FIELDS`). */
export function asSettings(fields: object): AgentSettings {
  return v.parse(Settings, fields)
}

/** The settings of a new agent without any input (decisions, Agents). */
export const EMPTY_SETTINGS: AgentSettings = asSettings({})
