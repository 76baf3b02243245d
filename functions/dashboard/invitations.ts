import * as members from '@replywright/contract/dashboard/members.ts'
import { unshareWithMember } from '@replywright/core/agents/shares/my-shares.ts'
import { acceptInvitation, declineInvitation } from '@replywright/core/people/invitations/invitations.ts'
import { originOf } from '@replywright/http/origin.ts'
import { route } from '@replywright/http/route.ts'

export const acceptRoute = () =>
  route(members.acceptInvitation, ({ caller, params, now, event }) =>
    acceptInvitation(
      caller,
      params.id,
      {
        origin: originOf(event),
        beforeJoining: (organizationId) =>
          unshareWithMember(organizationId, { id: caller.userId, email: caller.email ?? '' }),
      },
      now,
    ),
  )

export const declineRoute = () =>
  route(members.declineInvitation, ({ caller, params, now, event }) =>
    declineInvitation(caller, params.id, originOf(event), now),
  )
