import { getRetention as endpoint } from '@messaging/contract/dashboard/retention.ts'
import { viewRetention } from '@messaging/core/people/organizations/change-retention.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/organization/retention/ */
export const handler = route(endpoint, ({ caller }) => viewRetention(caller.organizationId))
