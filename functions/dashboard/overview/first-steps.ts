import { getFirstSteps as endpoint } from '@messaging/contract/dashboard/first-steps.ts'
import { viewFirstSteps } from '@messaging/core/operations/overview/first-steps.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/first-steps/ */
export const handler = route(endpoint, ({ caller }) => viewFirstSteps(caller.organizationId))
