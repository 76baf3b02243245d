import { leaveOrganization as endpoint } from '@messaging/contract/dashboard/members.ts'
import { removeMember } from '@messaging/core/people/members/remove-member.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/organization/leave/ */
export const handler = route(endpoint, ({ caller: { organizationId, userId }, now }) =>
  removeMember({ organizationId, userId, mayBeLast: false }, now),
)
