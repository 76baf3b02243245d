import { Button } from '@mantine/core'
import { type ApiKey, revokeApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: words.columns.name, unlabelled: true, render: ({ name }) => <strong>{name}</strong> },
  { title: words.columns.key, render: ({ prefix }) => <code>{words.prefix(prefix)}</code> },
  { title: words.columns.permissions, render: ({ permission }) => words.permissions[permission] },
  {
    title: words.columns.user,
    render: ({ isOwn, createdBy }) => (isOwn ? words.you : createdBy || words.unknownUser),
  },
  { title: words.columns.created, render: ({ createdAt }) => <When at={createdAt} /> },
  { title: words.columns.used, render: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : words.never) },
  {
    title: words.columns.status,
    render: ({ status }) =>
      status === 'active' ? (
        <StatusBadge tone="good" icon={IconCircleCheck} label={words.statuses.active} />
      ) : (
        <StatusBadge tone="neutral" icon={IconCircleOff} label={words.statuses.revoked} />
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
    title: words.columns.actions,
    align: 'end',
    unlabelled: true,
    render: (key) =>
      key.status === 'active' && (
        <Allowed endpoint={revokeApiKey}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onRevoke(key)}
            aria-label={words.revoke.label(key.name)}
          >
            {words.revoke.button}
          </Button>
        </Allowed>
      ),
  }
  return <DataTable label={words.title} columns={[...COLUMNS, actions]} rows={keys} rowKey={({ id }) => id} />
}
