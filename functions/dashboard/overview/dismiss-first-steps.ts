import { dismissFirstSteps as endpoint } from '@messaging/contract/dashboard/first-steps.ts'
import { dismissFirstSteps } from '@messaging/core/operations/overview/first-steps.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/first-steps/dismiss/ */
export const handler = route(endpoint, ({ caller, now }) => dismissFirstSteps(caller.organizationId, now))
