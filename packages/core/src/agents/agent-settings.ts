import type { Agent } from '@messaging/contract/agents.ts'
import { parseExactJson } from '@messaging/contract/exact-json.ts'
import * as v from 'valibot'
import { type StoredJson, storedJson } from '../platform/table/stored-json.ts'
import { AGENT_FIELDS, storedEntries } from './agent-fields.ts'

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
