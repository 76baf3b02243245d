import { reconcileStep as endpoint } from '@messaging/contract/dashboard/operations.ts'
import { reconcileStep } from '@messaging/core/operations/reconcile/reconcile-step.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/operations/reconcile/ */
export const handler = route(endpoint, ({ caller, body }) => reconcileStep(body, caller.userId, systemClock))
