import type { EpochMs } from '@replywright/contract/time.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { LIMITS } from '../../agents/model-limits.ts'
import type { Tool } from '../../agents/tool.ts'
import { freeName } from '../tools/tool-name.ts'
import type { Memory } from './memory-store.ts'

/** Maximum size of a value as JSON. */
export const LARGEST_VALUE_BYTES = 4 * 1024

type MemoryKey = AgentSettings['memoryKeys'][number]

/** Memory keys by argument name. Models accept plain names only. */
type Arguments = ReadonlyMap<string, MemoryKey>

/**
 * Returns the tool that stores what the agent learns about a customer, or no tool without memory keys. Each key is an
 * argument with an enforced type: `string`, `number`, `boolean`, any JSON for `json`, text for all other types.
 * @param write stores values as JSON by the ids of their keys
 */
export function memoryTools(
  keys: AgentSettings['memoryKeys'],
  write: (values: Memory, now: EpochMs) => Promise<void>,
): Tool[] {
  if (keys.length === 0) return []
  const known = argumentsOf(keys)
  return [
    {
      name: 'update_memory',
      description:
        'Remembers facts about this customer for later conversations. Replaces the earlier values. Send only what changed.',
      parameters: {
        type: 'object',
        properties: Object.fromEntries([...known].map(([name, key]) => [name, schemaOf(key)])),
        minProperties: 1,
        additionalProperties: false,
      },
      changesOutside: false,
      creditCost: 0,
      run: async (args, { now }) => {
        const values = Object.entries(args).flatMap(([name, value]) => {
          const key = known.get(name)
          return key ? [{ key, json: JSON.stringify(value) }] : []
        })
        const tooLarge = values.filter(({ json }) => Buffer.byteLength(json) > LARGEST_VALUE_BYTES)
        if (tooLarge.length > 0)
          return { text: `Nothing was remembered: ${namesOf(tooLarge)} must be at most 4 KB. Send a shorter value.` }
        await write(new Map(values.map(({ key, json }) => [key.id, json])), now)
        return { text: `Remembered: ${namesOf(values)}.` }
      },
    },
  ]
}

/** Returns keys and their schemas, by argument name. */
export function keySchemas(keys: readonly MemoryKey[]) {
  return new Map([...argumentsOf(keys)].map(([name, key]) => [name, { key, schema: schemaOf(key) }] as const))
}

function argumentsOf(keys: readonly MemoryKey[]): Arguments {
  const known = new Map<string, MemoryKey>()
  for (const key of keys.slice(0, LIMITS.memoryKeys))
    known.set(freeName(toolName(key.key, 'key'), new Set(known.keys())), key)
  return known
}

function schemaOf({ key, type, whenToUpdate }: MemoryKey) {
  return { ...typeOf(type), description: `${key}. When to update: ${whenToUpdate}` }
}

/** Returns the JSON type of a memory key's values; none for any JSON. */
export function typeOf(type: string): { readonly type?: string } {
  if (type === 'json') return {}
  return { type: type === 'number' || type === 'boolean' ? type : 'string' }
}

function namesOf(values: readonly { readonly key: MemoryKey }[]): string {
  return values.map(({ key }) => key.key).join(', ')
}
