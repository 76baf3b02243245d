import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { RoutingBadge } from './routing-badge.tsx'
import { routingState } from './routing-words.ts'
import { words } from './words.ts'

const NUMBER: Column<BusinessNumber> = {
  title: words.columns.number,
  unlabelled: true,
  render: ({ number }) => (
    <Link to="/numbers/$number" params={{ number }} className="row-link">
      <PhoneNumber number={`+${number}`} />
    </Link>
  ),
}
const ACCOUNT: Column<BusinessNumber> = {
  title: words.columns.account,
  render: ({ account }) => account?.name ?? words.none,
}
const ROUTING: readonly Column<BusinessNumber>[] = [
  { title: words.columns.routing, render: (number) => <RoutingBadge number={number} /> },
  { title: words.columns.target, render: (number) => routingState(number).target?.name ?? words.none },
]

/** A table of numbers and their routing. Hides the account if all belong to the same one. */
export function NumbersTable({
  numbers,
  ofOneAccount = false,
}: {
  readonly numbers: readonly BusinessNumber[]
  readonly ofOneAccount?: boolean
}) {
  const columns = ofOneAccount ? [NUMBER, ...ROUTING] : [NUMBER, ACCOUNT, ...ROUTING]
  return <DataTable label={words.titles.list} columns={columns} rows={numbers} rowKey={({ id }) => id} />
}
