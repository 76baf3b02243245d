import type { Agent } from '@messaging/contract/agents.ts'
import { type AgentShare, listAgentShares, removeAgentShare } from '@messaging/contract/dashboard/agent-shares.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { When } from '../ui/when.tsx'

/** The users of other organisations who can see the agent, with a button that revokes each share. */
export function SharesList({ agent: { id, name } }: { readonly agent: Agent }) {
  const columns: readonly Column<AgentShare>[] = [
    { title: 'User', unlabelled: true, render: ({ user }) => user },
    { title: 'Shared', render: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: 'Actions',
      align: 'end',
      unlabelled: true,
      render: (share) => (
        <ActionButton
          button={{ label: 'Stop sharing', 'aria-label': `Stop sharing with ${share.user}`, size: 'compact-xs' }}
          endpoint={removeAgentShare}
          input={{ params: { id }, body: { userId: share.userId } }}
          title={`Stop sharing with ${share.user}?`}
          confirm="Stop sharing"
          danger
          done={`${name} is no longer shared with ${share.user}`}
        >
          They can no longer see {name}. You can share it again.
        </ActionButton>
      ),
    },
  ]
  return (
    <Loaded query={useQuery(read(listAgentShares, { params: { id } }))}>
      {(shares) =>
        shares.length > 0 && (
          <DataTable
            label="Users who can see this agent"
            columns={columns}
            rows={shares}
            rowKey={({ userId }) => userId}
          />
        )
      }
    </Loaded>
  )
}
