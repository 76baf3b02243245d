import type { Replay } from '@messaging/contract/replays.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'

const COLUMNS: readonly Column<Replay>[] = [
  { title: 'Started', render: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Failed since', render: ({ since }) => <When at={since} /> },
  {
    title: 'Replayed',
    align: 'end',
    render: ({ replayed, total }) => `${replayed.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  },
  { title: 'Result', render: (replay) => <Result replay={replay} /> },
]

/** A table of ended replays, newest first. */
export function ReplaysTable({ replays }: { readonly replays: readonly Replay[] }) {
  return <DataTable label="Earlier replays" columns={COLUMNS} rows={replays} rowKey={({ id }) => id} />
}

function Result({ replay: { status, cancelReason } }: { readonly replay: Replay }) {
  if (status === 'done') return <StatusBadge tone="good" icon={IconCircleCheck} label="Done" />
  return (
    <StatusBadge
      tone="neutral"
      icon={IconCircleX}
      label={cancelReason === 'webhook_disabled' ? 'Endpoint disabled' : 'Stopped'}
    />
  )
}
