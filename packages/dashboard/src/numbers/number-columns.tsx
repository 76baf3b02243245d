import type { BusinessNumber } from '@replywright/contract/phone-numbers.ts'
import { IconAlertTriangle, IconFlask, IconInbox, IconRobot, IconWebhook } from '@tabler/icons-react'
import { type Column, RowLink } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { PhoneNumber } from '../ui/text.tsx'
import { LetAgentAnswer } from './answer-button.tsx'
import { routingState } from './routing.ts'

/** The columns of a table of numbers and their routing. */
export const NUMBER_COLUMNS: readonly Column<BusinessNumber>[] = [
  {
    title: 'Number',
    unlabelled: true,
    render: ({ number }) => (
      <RowLink to="/numbers/$number" params={{ number }} label={<PhoneNumber number={number} />} />
    ),
  },
  { title: 'Account', render: ({ account }) => account?.name ?? '–' },
  { title: 'Default routing', render: (number) => <RoutingBadge number={number} /> },
  {
    title: 'Handled by',
    render: (number) => {
      const { mode, target } = routingState(number)
      return mode === 'none' ? <LetAgentAnswer number={number.number} /> : (target?.name ?? '–')
    },
  },
]

const MODES = {
  agent: { icon: IconRobot, tone: 'good', label: 'Agent' },
  webhook: { icon: IconWebhook, tone: 'good', label: 'Endpoint' },
  sandbox: { icon: IconFlask, tone: 'neutral', label: 'Sandbox' },
  none: { icon: IconInbox, tone: 'neutral', label: 'Stored only' },
} as const

export function RoutingBadge({ number }: { readonly number: BusinessNumber }) {
  const { mode, target } = routingState(number)
  if ((mode === 'agent' || mode === 'webhook') && !target)
    return <StatusBadge tone="bad" icon={IconAlertTriangle} label={`${MODES[mode].label} deleted`} />
  return <StatusBadge {...MODES[mode]} />
}
