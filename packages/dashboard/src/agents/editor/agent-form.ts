import type { UseFormReturnType } from '@mantine/form'
import type { AgentValues } from './agent-values.ts'

export type AgentForm = UseFormReturnType<AgentValues>

/** A key for an item that is not stored yet. */
export function newKey(): string {
  return crypto.randomUUID()
}
