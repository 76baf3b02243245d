import { Button } from '@mantine/core'
import { type ApiKey, revokeApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'

const PERMISSION_NAMES = { full: 'Read and write', read: 'Read-only; cannot view secrets' }

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'Name', unlabelled: true, render: ({ name }) => <strong>{name}</strong> },
  { title: 'Key', render: ({ prefix }) => <code>{prefix}…</code> },
  { title: 'Permissions', render: ({ permission }) => PERMISSION_NAMES[permission] },
  {
    title: 'User',
    render: ({ isOwn, createdBy }) => (isOwn ? 'You' : createdBy || 'User without an account'),
  },
  { title: 'Created', render: ({ createdAt }) => <When at={createdAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never') },
  {
    title: 'Status',
    render: ({ status }) =>
      status === 'active' ? (
        <StatusBadge tone="good" icon={IconCircleCheck} label="Active" />
      ) : (
        <StatusBadge tone="neutral" icon={IconCircleOff} label="Revoked" />
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
        <Allowed endpoint={revokeApiKey}>
          <Button size="compact-xs" variant="default" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
            Revoke
          </Button>
        </Allowed>
      ),
  }
  return <DataTable label="API keys" columns={[...COLUMNS, actions]} rows={keys} rowKey={({ id }) => id} />
}
