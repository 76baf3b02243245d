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
import { words } from './words.ts'

/** The users of other organisations who can see the agent, with a button that revokes each share. */
export function SharesList({ agent: { id, name } }: { readonly agent: Agent }) {
  const [revoked, setRevoked] = useState<AgentShare>()
  const removing = useAction(removeAgentShare, {
    onDone: () => {
      tell(words.shares.done(name, revoked?.user ?? ''))
      setRevoked(undefined)
    },
  })
  const columns: readonly Column<AgentShare>[] = [
    { title: words.shares.user, unlabelled: true, render: ({ user }) => user },
    { title: words.shares.since, render: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: words.shares.actions,
      align: 'end',
      unlabelled: true,
      render: (share) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setRevoked(share)}
          aria-label={words.shares.revokeLabel(share.user)}
        >
          {words.shares.revoke}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Loaded query={useQuery(read(listAgentShares, { params: { id } }))}>
        {(shares) =>
          shares.length > 0 && (
            <DataTable label={words.shares.title} columns={columns} rows={shares} rowKey={({ userId }) => userId} />
          )
        }
      </Loaded>
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={words.shares.confirmTitle(revoked?.user ?? '')}
        confirm={words.shares.revoke}
        danger
        onConfirm={() => revoked && removing.mutate({ params: { id }, body: { userId: revoked.userId } })}
        isPending={removing.isPending}
        error={removing.error}
      >
        {words.shares.confirmText(name)}
      </ConfirmDialog>
    </>
  )
}
