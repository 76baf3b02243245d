import { Button } from '@mantine/core'
import type { ApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'Name', unlabelled: true, render: ({ name }) => <strong>{name}</strong> },
  { title: 'Key', render: ({ prefix }) => <code>{prefix}…</code> },
  { title: 'Permissions', render: ({ permission }) => (permission === 'full' ? 'Read and write' : 'Read-only') },
  { title: 'User', render: ({ isOwn }) => (isOwn ? 'You' : 'Another member') },
  { title: 'Created', render: ({ createdAt }) => <When at={createdAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never') },
  {
    title: 'Status',
    render: ({ status }) =>
      status === 'active' ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          Active
        </StatusBadge>
      ) : (
        <StatusBadge tone="neutral" icon={IconCircleOff}>
          Revoked
        </StatusBadge>
      ),
  },
]

/** A table of API keys. Active keys can be revoked. */
export function ApiKeysTable({
  keys,
  onRevoke,
}: {
  readonly keys: readonly ApiKey[]
  readonly onRevoke: (key: ApiKey) => void
}) {
  const actions: Column<ApiKey> = {
    title: 'Actions',
    align: 'end',
    unlabelled: true,
    render: (key) =>
      key.status === 'active' && (
        <Button size="compact-xs" variant="default" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
          Revoke
        </Button>
      ),
  }
  return <DataTable label="API keys" columns={[...COLUMNS, actions]} rows={keys} rowKey={({ id }) => id} />
}
