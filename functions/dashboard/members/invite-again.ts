import { inviteAgain as endpoint } from '@messaging/contract/dashboard/members.ts'
import { inviteAgain } from '@messaging/core/people/invitations/invite-member.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/members/{id}/invite/ */
export const handler = route(endpoint, ({ caller, params, now }) => inviteAgain(caller, params.id, now))
