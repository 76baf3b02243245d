import type { Alarm } from '@messaging/contract/dashboard/operations.ts'
import { IconBell, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const STATE_NAMES = { alarm: 'In alarm', insufficient_data: 'No data', ok: 'OK' }

const STATES = {
  alarm: { tone: 'bad', icon: IconBell },
  ok: { tone: 'good', icon: IconCircleCheck },
  insufficient_data: { tone: 'neutral', icon: IconHelpCircle },
} as const satisfies Record<Alarm['state'], object>

export function AlarmState({ state }: { readonly state: Alarm['state'] }) {
  return <StatusBadge {...STATES[state]} label={STATE_NAMES[state]} />
}
