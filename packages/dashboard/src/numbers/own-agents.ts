import type { Agent } from '@messaging/contract/agents.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** The agents that numbers can be connected to: not those that others share; with the one that is `known` to be connected. */
export function ownAgents(
  agents: readonly Pick<Agent, 'id' | 'name' | 'organization'>[],
  organizationId: string | undefined,
  known?: Named | null,
): readonly Named[] {
  const own = agents.filter(({ organization }) => organization === null || organization.id === organizationId)
  return known && !own.some(({ id }) => id === known.id) ? [known, ...own] : own
}
