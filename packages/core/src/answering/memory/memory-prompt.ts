import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import { asData, clip } from '../tools/as-data.ts'
import type { Memory } from './memory-store.ts'

/** Most bytes of what the model is told of a memory. */
const PROMPT_BYTES = 8 * 1024
const ROOM_FOR_MARKS = 256
const INTRODUCTION = 'What you remember of this customer:'
const UNKNOWN = '(not known yet)'

/** What the model is told of a customer's memory; `''` for an agent without memory keys. What has no value shows its initial one. */
export function memoryPrompt(keys: AgentSettings['memoryKeys'], memory: Memory): string {
  if (keys.length === 0) return ''
  const lines = keys.map(({ id, key, initialValue }) => {
    // The same JSON, without what could be taken for a mark.
    const value = memory.get(id)?.replaceAll('<', '\\u003c')
    return `- ${key}: ${value ?? (initialValue || UNKNOWN)}`
  })
  return `${INTRODUCTION}\n${asData('memory', clip(lines.join('\n'), PROMPT_BYTES - ROOM_FOR_MARKS))}`
}
