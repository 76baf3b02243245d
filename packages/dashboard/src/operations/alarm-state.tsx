import type { Alarm } from '@messaging/contract/dashboard/operations.ts'
import { IconBell, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const STATES = {
  alarm: { tone: 'bad', icon: IconBell, word: 'In alarm' },
  ok: { tone: 'good', icon: IconCircleCheck, word: 'OK' },
  insufficient_data: { tone: 'neutral', icon: IconHelpCircle, word: 'No data' },
} as const satisfies Record<Alarm['state'], object>

export function AlarmState({ state }: { readonly state: Alarm['state'] }) {
  const { tone, icon, word } = STATES[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}
