import type { Replay } from '@messaging/contract/replays.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

const { table } = words

const COLUMNS: readonly Column<Replay>[] = [
  { title: table.started, render: ({ startedAt }) => <When at={startedAt} /> },
  { title: table.since, render: ({ since }) => <When at={since} /> },
  {
    title: table.replayed,
    align: 'end',
    render: ({ replayed, total }) => table.of(replayed, total),
  },
  { title: table.result, render: (replay) => <Result replay={replay} /> },
]

/** A table of ended replays, newest first. */
export function ReplaysTable({ replays }: { readonly replays: readonly Replay[] }) {
  return <DataTable label={table.label} columns={COLUMNS} rows={replays} rowKey={({ id }) => id} />
}

function Result({ replay: { status, cancelReason } }: { readonly replay: Replay }) {
  if (status === 'done') return <StatusBadge tone="good" icon={IconCircleCheck} label={table.done} />
  return (
    <StatusBadge
      tone="neutral"
      icon={IconCircleX}
      label={cancelReason === 'webhook_disabled' ? table.disabled : table.stopped}
    />
  )
}
