import { declineInvitation as endpoint } from '@messaging/contract/dashboard/invitations.ts'
import { declineInvitation } from '@messaging/core/people/invitations/answer-invitation.ts'
import { originOf } from '@messaging/http/origin.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/me/invitations/{id}/ */
export const handler = route(endpoint, ({ caller, params, now, event }) =>
  declineInvitation(caller, params.id, originOf(event), now),
)
