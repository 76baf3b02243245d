import { ApiError } from '../api/api-error.ts'
import { wantNotices } from './notices.tsx'

/** Says, for a moment, that something was done. */
export function tell(message: string): void {
  void show(message, 'green')
}

/** Says what went wrong with something that was asked for. */
export function tellError(error: unknown): void {
  void show(error instanceof ApiError ? error.message : 'Something went wrong.', 'red')
}

const SHOWN_MS = { green: 5_000, red: 10_000 } as const

async function show(message: string, color: keyof typeof SHOWN_MS): Promise<void> {
  wantNotices()
  const { notifications } = await import('@mantine/notifications')
  notifications.show({
    message,
    color,
    autoClose: SHOWN_MS[color],
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
