import { RECONCILED_DOCUMENTS } from '../../agents/documents/reconcile.ts'
import { RECONCILED_ENDED_SESSIONS, RECONCILED_SESSIONS } from '../../answering/sessions/reconcile.ts'
import { RECONCILED_FIRED_WAKE_UPS, RECONCILED_WAKE_UPS } from '../../answering/wake-ups/reconcile.ts'
import { RECONCILED_TURNS, reconciledWindows } from '../../conversations/reconcile.ts'
import type { RoutedNumber } from '../../conversations/routing/effective-route.ts'
import { RECONCILED_DELIVERIES, RECONCILED_REPLAYS } from '../../deliveries/reconcile.ts'
import type { ReconciledKind } from '../../platform/outbox/reconciled-kind.ts'

/**
 * Returns all kinds of items that depend on a message which could be lost. Add each new kind. `findNumber` finds a
 * number by the provider's id.
 */
export function reconciledKinds(
  findNumber: (phoneNumberId: string) => Promise<RoutedNumber | undefined>,
): readonly ReconciledKind[] {
  return [
    RECONCILED_DELIVERIES,
    reconciledWindows(findNumber),
    RECONCILED_TURNS,
    RECONCILED_WAKE_UPS,
    RECONCILED_FIRED_WAKE_UPS,
    RECONCILED_SESSIONS,
    RECONCILED_ENDED_SESSIONS,
    RECONCILED_REPLAYS,
    RECONCILED_DOCUMENTS,
  ]
}
