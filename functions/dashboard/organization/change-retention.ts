import { changeRetention as endpoint } from '@messaging/contract/dashboard/retention.ts'
import { changeRetention } from '@messaging/core/people/organizations/change-retention.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /dashboard-api/v1/organization/retention/ */
export const handler = route(endpoint, ({ caller, body }) => changeRetention(caller.organizationId, body))
