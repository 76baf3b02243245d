import { withdrawInvitation as endpoint } from '@messaging/contract/dashboard/members.ts'
import { withdrawInvitation } from '@messaging/core/people/invitations/withdraw-invitation.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/members/{id}/invite/ */
export const handler = route(endpoint, ({ caller, params, now }) => withdrawInvitation(caller, params.id, now))
