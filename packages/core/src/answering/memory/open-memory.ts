import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import { memoryPrompt } from './memory-prompt.ts'
import { getMemory, type Remembering } from './memory-store.ts'

/** What the model is told of what an agent remembers of a customer; `''` for an agent that remembers nothing. */
export async function openMemory(
  remembering: Remembering,
  { memoryKeys }: Pick<AgentSettings, 'memoryKeys'>,
  now: number,
): Promise<string> {
  return memoryKeys.length === 0 ? '' : memoryPrompt(memoryKeys, await getMemory(remembering, now))
}
