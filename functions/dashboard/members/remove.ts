import { removeMember as endpoint } from '@messaging/contract/dashboard/members.ts'
import { removeMember } from '@messaging/core/people/members/remove-member.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/members/{id}/ */
export const handler = route(endpoint, ({ caller: { organizationId, userId }, params, now }) =>
  removeMember({ organizationId, userId: params.id, removedBy: userId, mayBeLast: false }, now),
)
