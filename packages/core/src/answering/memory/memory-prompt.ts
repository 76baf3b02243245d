import type { AgentSettings } from '../../agents/agent-settings.ts'
import { asData, clip } from '../tools/as-data.ts'
import type { Memory } from './memory-store.ts'

/** Maximum size of the memory in the prompt. */
const PROMPT_BYTES = 8 * 1024
const ROOM_FOR_MARKS = 256
const INTRODUCTION = 'What you remember of this customer:'
const UNKNOWN = '(not known yet)'

/** Lists a customer's memory; `''` for an agent without memory keys. A key without a value shows its initial value. */
export function memoryPrompt(keys: AgentSettings['memoryKeys'], memory: Memory): string {
  if (keys.length === 0) return ''
  const lines = keys.map(({ id, key, initialValue }) => {
    // Escapes `<`, so that a value cannot contain a data tag. The JSON stays equivalent.
    const value = memory.get(id)?.replaceAll('<', '\\u003c')
    return `- ${key}: ${value ?? (initialValue || UNKNOWN)}`
  })
  return `${INTRODUCTION}\n${asData('memory', clip(lines.join('\n'), PROMPT_BYTES - ROOM_FOR_MARKS))}`
}
