import { type Agent, type AgentChange, updateAgent } from '@messaging/contract/agents.ts'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import * as v from 'valibot'
import { type AgentValues, inputOf, valuesOf } from './agent-values.ts'

/** Returns the names of the fields whose values differ. */
export function changedFields(before: AgentValues, after: AgentValues): readonly (keyof AgentValues)[] {
  return differing(draftOf(before), draftOf(after))
}

/** Like `inputOf`, with the JSON texts added, because invalid JSON texts differ in their text only. */
function draftOf(values: AgentValues) {
  return { ...inputOf(values), drafts: values.tools.map(({ apiSchema }) => apiSchema) }
}

function differing(before: ReturnType<typeof draftOf>, after: ReturnType<typeof draftOf>) {
  const same = (name: keyof typeof before) => stringifyExactJson(before[name]) === stringifyExactJson(after[name])
  const fields = FIELDS.filter((name) => !same(name))
  return same('drafts') || fields.includes('tools') ? fields : [...fields, 'tools' as const]
}

/** The fields that callers may write. Documents are saved at once. */
const FIELDS = v.keyof(v.object(updateAgent.body.entries)).options.filter((name) => name !== 'documents')

/** Returns the fields that differ from `before`. Items missing in `stored` (the current agent) are sent as new. */
export function changeOf(before: AgentValues, after: AgentValues, stored: Agent): AgentChange {
  const input = inputOf(after)
  const names = changedFields(before, after)
  const sent = names.map((name) => [name, withKnownIds(input[name], stored[name])])
  return v.parse(updateAgent.body, Object.fromEntries(sent))
}

function withKnownIds(value: unknown, stored: unknown): unknown {
  if (!Array.isArray(value)) return value
  const known = new Set(Array.isArray(stored) ? stored.map(idOf) : [])
  return value.map((item: unknown) => {
    const id = idOf(item)
    return id === undefined || known.has(id) || typeof item !== 'object' ? item : { ...item, id: undefined }
  })
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
}

/** Returns the fields that both this editor and another user changed since `before` was read. */
export function conflictsOf(before: AgentValues, mine: AgentValues, stored: Agent): readonly (keyof AgentValues)[] {
  const theirs = changedFields(before, valuesOf(stored))
  return changedFields(before, mine).filter((name) => theirs.includes(name))
}
