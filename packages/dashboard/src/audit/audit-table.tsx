import type { AuditEntry } from '@messaging/contract/dashboard/audit-log.ts'
import { IconAlertTriangle, IconBan, IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import classes from './audit.module.css'
import { actorOf, changeOf, objectNameOf, outcomeHint, withNames } from './entry-words.ts'

const OUTCOME_NAMES = {
  refused: 'Rejected',
  failed: 'Failed',
  interrupted: 'Unknown',
}

const OUTCOMES = {
  refused: { tone: 'neutral', icon: IconBan },
  failed: { tone: 'bad', icon: IconAlertTriangle },
  interrupted: { tone: 'waiting', icon: IconHelpCircle },
} as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: 'Change', unlabelled: true, render: (entry) => <Change entry={entry} /> },
  { title: 'User', render: (entry) => <span className={classes.line}>{actorOf(entry)}</span> },
  { title: 'Time', render: ({ at }) => <When at={at} /> },
  { title: 'IP address', render: ({ sourceIp }) => sourceIp },
  { title: 'Result', unlabelled: true, render: (entry) => <Outcome entry={entry} /> },
]

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return <DataTable label="Audit log" columns={COLUMNS} rows={withNames(entries)} rowKey={({ id }) => id} />
}

/** What changed. The name of the object leads to all its changes. */
function Change({ entry }: { readonly entry: AuditEntry }) {
  const { objectId, fields, action } = entry
  const name = objectNameOf(entry)
  return (
    <div className={classes.change}>
      <span>{changeOf(entry)}</span>
      {name !== undefined && objectId !== null && (
        <Link to="/audit-log" search={{ objectId }} aria-label={`Show all changes of ${name}`}>
          {name}
        </Link>
      )}
      {name !== undefined && objectId === null && <strong>{name}</strong>}
      {fields.length > 0 && action !== 'create' && <span className={classes.fields}>Fields: {fields.join(', ')}</span>}
    </div>
  )
}

/** The outcome, if it is not the usual one. */
function Outcome({ entry: { outcome, code } }: { readonly entry: AuditEntry }) {
  if (outcome === 'done') return null
  return (
    <div>
      <StatusBadge {...OUTCOMES[outcome]} label={OUTCOME_NAMES[outcome]} />
      <div className={classes.hint}>{outcomeHint(outcome, code)}</div>
    </div>
  )
}
