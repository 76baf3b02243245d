import type { Agent } from '@replywright/contract/agents.ts'
import { IconCircleCheck, IconPlugConnectedX, IconUsers } from '@tabler/icons-react'
import { useMe } from '../api/use-me.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

/** Shows whether an agent is connected to a number. */
export function AgentStatus({ agent }: { readonly agent: Pick<Agent, 'phoneNumbers' | 'organization'> }) {
  const { data: me } = useMe()
  if (me && agent.organization && agent.organization.id !== me.organization.id)
    return <StatusBadge tone="neutral" icon={IconUsers} label="Shared" />
  return agent.phoneNumbers.length > 0 ? (
    <StatusBadge tone="good" icon={IconCircleCheck} label="Connected" />
  ) : (
    <StatusBadge tone="neutral" icon={IconPlugConnectedX} label="Not connected" />
  )
}
