import type { Route } from './effective-route.ts'

interface LifecycleEvent {
  readonly event: 'subscription.activated' | 'subscription.revoked'
  readonly webhookId: string
}

/** Returns the events of a change between two effective routes, in order (spec, States: Routing of a conversation). */
export function lifecycleEvents({ webhookId: from }: Route, { webhookId: to }: Route): LifecycleEvent[] {
  if (from === to) return []
  return [
    ...(from ? [{ event: 'subscription.revoked' as const, webhookId: from }] : []),
    ...(to ? [{ event: 'subscription.activated' as const, webhookId: to }] : []),
  ]
}
