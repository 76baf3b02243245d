import { ApiError } from '../api/api-error.ts'
import { persistently } from './lazy-part.ts'
import { mountNotices } from './notices.tsx'

/** Shows a success notice for four seconds. */
export function tell(message: string): void {
  void show(message, 'green')
}

/** Shows the message of an error for ten seconds. */
export function tellError(error: unknown): void {
  void show(error instanceof ApiError ? error.message : 'Something went wrong', 'red')
}

const SHOWN_MS = { green: 4_000, red: 10_000 } as const

async function show(message: string, color: keyof typeof SHOWN_MS): Promise<void> {
  mountNotices()
  const { notifications } = await persistently(() => import('@mantine/notifications'))
  notifications.show({
    message,
    color,
    autoClose: SHOWN_MS[color],
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
