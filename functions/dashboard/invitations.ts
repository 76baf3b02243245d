import * as members from '@messaging/contract/dashboard/members.ts'
import { unshareWithMember } from '@messaging/core/agents/agents.ts'
import { acceptInvitation, declineInvitation } from '@messaging/core/people/invitations/invitations.ts'
import { originOf } from '@messaging/http/origin.ts'
import { route } from '@messaging/http/route.ts'

export const acceptRoute = () =>
  route(members.acceptInvitation, ({ caller, params, now, event }) =>
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
  route(members.declineInvitation, ({ caller, params, now, event }) =>
    declineInvitation(caller, params.id, originOf(event), now),
  )
