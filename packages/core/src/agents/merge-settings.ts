import type { AgentChange } from '@replywright/contract/agents.ts'
import { isObject } from '@replywright/contract/json.ts'
import { invalidField } from '../platform/errors.ts'
import { AGENT_FIELDS, type AgentSettings, asSettings, type Field } from './agent-settings.ts'

/** Generates the ids of new items and the secrets of new triggers. */
export interface Fresh {
  readonly id: () => string
  readonly triggerSecret: () => string
}

/**
 * Merges a change into the settings of agent `agentId`. Fields in the change replace stored ones, arrays item by item.
 * Absent fields stay, and so do fields that only a later release knows.
 * @throws ServiceError 400 with the path of each item with an unknown or duplicate id, or of another agent
 */
export function mergeSettings(
  stored: AgentSettings,
  change: AgentChange,
  agentId: string,
  fresh: Fresh,
): AgentSettings {
  checkHandoffs(change.handoffTools ?? [], agentId)
  const before = new Map<string, unknown>(Object.entries(stored))
  const sent = new Map<string, unknown>(Object.entries(change).filter(([, value]) => value !== undefined))
  const merged = AGENT_FIELDS.filter(({ name }) => sent.has(name)).map((field) => {
    const [known, value] = [before.get(field.name), sent.get(field.name)]
    return [field.name, field.items ? mergeItems(field.name, field.items, known, value, fresh.id) : value] as const
  })
  const after = asSettings({ ...stored, ...Object.fromEntries(merged) })
  const withSecret = after.outboundTriggers.map((trigger) => ({
    ...trigger,
    secret: trigger.secret || fresh.triggerSecret(),
  }))
  return { ...after, outboundTriggers: withSecret }
}

/** Merges a sent array into the stored items. */
function mergeItems(
  array: string,
  fields: readonly Field[],
  stored: unknown,
  sent: unknown,
  newId: () => string,
): object[] {
  const left = new Map(objectsIn(stored).map((item) => [item.id, item]))
  const writable = fields.filter(({ name, readOnly }) => !readOnly && name !== 'id')
  return objectsIn(sent).map((item, index) => {
    const written = writable.filter(({ name }) => item[name] !== undefined).map(({ name }) => [name, item[name]])
    const known = left.get(item.id)
    if (item.id != null && !known)
      throw invalidField(`${array}.${index}.id`, 'no item with this id on the agent; omit `id` to create one')
    left.delete(item.id)
    return { ...(known ?? { id: newId() }), ...Object.fromEntries(written) }
  })
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function checkHandoffs(sent: NonNullable<AgentChange['handoffTools']>, agentId: string): void {
  for (const [index, { parentAgentId = agentId, childAgentId }] of sent.entries()) {
    const path = `handoffTools.${index}`
    if (parentAgentId !== agentId) throw invalidField(`${path}.parentAgentId`, 'must be the id of this agent; omit it')
    if (childAgentId === agentId) throw invalidField(`${path}.childAgentId`, 'must be another agent')
  }
}
