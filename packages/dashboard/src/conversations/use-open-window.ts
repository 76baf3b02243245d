import type { ThreadConversation } from '@messaging/contract/dashboard/thread.ts'
import { useNow } from '../ui/use-now.ts'
import { isWindowOpen } from './window-words.ts'

/** Returns whether free-form messages can be sent now. The sandbox has no service window. */
export function useOpenWindow({ isSandbox, window }: Pick<ThreadConversation, 'isSandbox' | 'window'>): boolean {
  return useNow((now) => (isSandbox || isWindowOpen(window.openUntil, now) ? 1 : 0)) === 1
}
