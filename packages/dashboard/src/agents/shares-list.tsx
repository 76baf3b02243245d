import { Button } from '@mantine/core'
import type { Agent } from '@messaging/contract/agents.ts'
import { type AgentShare, listAgentShares, removeAgentShare } from '@messaging/contract/dashboard/agent-shares.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { tell } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'

/** The users of other organisations who can see the agent, with a button that revokes each share. */
export function SharesList({ agent: { id, name } }: { readonly agent: Agent }) {
  const [revoked, setRevoked] = useState<AgentShare>()
  const removing = useAction(removeAgentShare, {
    onDone: () => {
      tell(`${name} is no longer shared with ${revoked?.user ?? ''}`)
      setRevoked(undefined)
    },
  })
  const columns: readonly Column<AgentShare>[] = [
    { title: 'User', unlabelled: true, render: ({ user }) => user },
    { title: 'Shared', render: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: 'Actions',
      align: 'end',
      unlabelled: true,
      render: (share) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setRevoked(share)}
          aria-label={`Stop sharing with ${share.user}`}
        >
          Stop sharing
        </Button>
      ),
    },
  ]
  return (
    <>
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
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={`Stop sharing with ${revoked?.user ?? ''}?`}
        confirm="Stop sharing"
        danger
        onConfirm={() => revoked && removing.mutate({ params: { id }, body: { userId: revoked.userId } })}
        isPending={removing.isPending}
        error={removing.error}
      >
        They can no longer see {name}. You can share it again.
      </ConfirmDialog>
    </>
  )
}
