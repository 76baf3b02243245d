import * as members from '@replywright/contract/dashboard/members.ts'
import { inviteAgain, inviteMember, withdrawInvitation } from '@replywright/core/people/invitations/invitations.ts'
import {
  changeRole,
  findMember,
  grantOperator,
  listMembers,
  removeMember,
  revokeOperator,
} from '@replywright/core/people/members/members.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { compared } from '@replywright/http/compared.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () => route(members.listMembers, ({ caller, now }) => listMembers(caller, now))

export const inviteRoute = () => route(members.inviteMember, ({ caller, body, now }) => inviteMember(caller, body, now))

export const inviteAgainRoute = () =>
  route(members.inviteAgain, ({ caller, params, now }) => inviteAgain(caller, params.id, now))

export const withdrawRoute = () =>
  route(members.withdrawInvitation, ({ caller, params, now }) => withdrawInvitation(caller, params.id, now))

const memberBefore = ({ caller, params }: { readonly caller: Caller; readonly params: { readonly id: string } }) =>
  findMember(caller.organizationId, params.id)

export const changeRoleRoute = () =>
  route(members.changeRole, ({ caller, params, body }) => changeRole(caller.organizationId, params.id, body.role), {
    compare: compared(members.changeRole, memberBefore),
  })

export const removeRoute = () =>
  route(
    members.removeMember,
    ({ caller: { organizationId, userId }, params, now }) =>
      removeMember({ organizationId, userId: params.id, removedBy: userId, mayBeLast: false }, now),
    { compare: compared(members.removeMember, memberBefore) },
  )

export const grantOperatorRoute = () =>
  route(members.grantOperator, ({ caller, params }) => grantOperator(caller, params.id))

export const revokeOperatorRoute = () =>
  route(members.revokeOperator, ({ caller, params }) => revokeOperator(caller, params.id, systemClock))
