import { changeRole as endpoint } from '@messaging/contract/dashboard/members.ts'
import { changeRole } from '@messaging/core/people/members/change-role.ts'
import { route } from '@messaging/http/route.ts'

/** PUT /dashboard-api/v1/members/{id}/role/ */
export const handler = route(endpoint, ({ caller, params, body }) =>
  changeRole(caller.organizationId, params.id, body.role),
)
