import { type ApiKey, revokeApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { ActionButton } from '../ui/action-dialog.tsx'
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

const ACTIONS: Column<ApiKey> = {
  title: 'Actions',
  align: 'end',
  unlabelled: true,
  render: ({ id, name, prefix, status }) =>
    status === 'active' && (
      <ActionButton
        button={{ label: 'Revoke', 'aria-label': `Revoke ${name}`, size: 'compact-xs' }}
        endpoint={revokeApiKey}
        input={{ params: { id } }}
        title={`Revoke ${name}?`}
        confirm="Revoke key"
        danger
        done="API key revoked"
      >
        Requests using <code>{prefix}…</code> stop working within 15 seconds. This cannot be undone.
      </ActionButton>
    ),
}

/** A table of API keys. Active keys can be revoked. */
export function ApiKeysTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  return <DataTable label="API keys" columns={[...COLUMNS, ACTIONS]} rows={keys} rowKey={({ id }) => id} />
}
