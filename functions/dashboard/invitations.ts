import * as invitations from '@messaging/contract/dashboard/invitations.ts'
import { unshareWithMember } from '@messaging/core/agents/share-agent.ts'
import { acceptInvitation, declineInvitation } from '@messaging/core/people/invitations/answer-invitation.ts'
import { originOf } from '@messaging/http/origin.ts'
import { route } from '@messaging/http/route.ts'

export const acceptRoute = () =>
  route(invitations.acceptInvitation, ({ caller, params, now, event }) =>
    acceptInvitation(
      caller,
      params.id,
      {
        origin: originOf(event),
        beforeJoining: (organizationId) => unshareWithMember(organizationId, caller.userId),
      },
      now,
    ),
  )

export const declineRoute = () =>
  route(invitations.declineInvitation, ({ caller, params, now, event }) =>
    declineInvitation(caller, params.id, originOf(event), now),
  )
