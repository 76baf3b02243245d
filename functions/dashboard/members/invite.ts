import { inviteMember as endpoint } from '@messaging/contract/dashboard/members.ts'
import { inviteMember } from '@messaging/core/people/invitations/invite-member.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/members/ */
export const handler = route(endpoint, ({ caller, body, now }) => inviteMember(caller, body, now))
