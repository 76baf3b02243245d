import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PhoneNumber } from '../ui/phone-number.tsx'
import { LetAgentAnswer } from './answer-button.tsx'
import { RoutingBadge } from './routing-badge.tsx'
import { routingState } from './routing-words.ts'

const NUMBER: Column<BusinessNumber> = {
  title: 'Number',
  unlabelled: true,
  render: ({ number }) => (
    <Link to="/numbers/$number" params={{ number }} className="row-link">
      <PhoneNumber number={`+${number}`} />
    </Link>
  ),
}
const ACCOUNT: Column<BusinessNumber> = {
  title: 'Account',
  render: ({ account }) => account?.name ?? '–',
}
const ROUTING: readonly Column<BusinessNumber>[] = [
  { title: 'Default routing', render: (number) => <RoutingBadge number={number} /> },
  {
    title: 'Handled by',
    render: (number) => {
      const { mode, target } = routingState(number)
      return mode === 'none' ? <LetAgentAnswer number={number.number} /> : (target?.name ?? '–')
    },
  },
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
  return <DataTable label="Numbers" columns={columns} rows={numbers} rowKey={({ id }) => id} />
}
