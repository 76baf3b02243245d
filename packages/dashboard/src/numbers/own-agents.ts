import type { Agent } from '@messaging/contract/agents.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Returns the agents that a number can connect to: the organisation's own, and `known`, the connected one. */
export function ownAgents(
  agents: readonly Pick<Agent, 'id' | 'name' | 'organization'>[],
  organizationId: string | undefined,
  known?: Named | null,
): readonly Named[] {
  const own = agents.filter(({ organization }) => organization === null || organization.id === organizationId)
  return known && !own.some(({ id }) => id === known.id) ? [known, ...own] : own
}
