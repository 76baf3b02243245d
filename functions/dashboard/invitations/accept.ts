import { acceptInvitation as endpoint } from '@messaging/contract/dashboard/invitations.ts'
import { acceptInvitation } from '@messaging/core/people/invitations/answer-invitation.ts'
import { originOf } from '@messaging/http/origin.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/me/invitations/{id}/accept/ */
export const handler = route(endpoint, ({ caller, params, now, event }) =>
  acceptInvitation(caller, params.id, originOf(event), now),
)
