import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, None, Uuid } from '../fields.ts'
import { RoleName } from '../roles.ts'
import { forBrowsers } from './fields.ts'
import { Email } from './session.ts'

/** Maximum number of members of an organisation, pending invitations included. */
export const MOST_MEMBERS = 200

/** Days after which an invitation expires: as many as the temporary password in the email to a new account. */
export const INVITATION_DAYS = 7
/** Invitations that an organisation can send on one day (UTC), repeated ones included. */
export const MOST_INVITATIONS_PER_DAY = 20

export const Member = v.object({
  id: v.pipe(Uuid, v.description('The id of the user, or of a pending invitation.')),
  email: v.pipe(v.nullable(v.string()), v.description('Null for a user with API keys only and no account.')),
  name: v.pipe(v.string(), v.description("The user's own name, or `''`.")),
  role: RoleName,
  joinedAt: v.pipe(DateTime, v.description('The time of the invitation, if it is pending.')),
  isOperator: v.boolean(),
  isYou: v.boolean(),
  status: v.pipe(
    v.picklist(['active', 'invited', 'removing']),
    v.description(
      '`invited`: the invitation is pending, or the user has never signed in. `removing`: access has ended, but the removal is incomplete. Remove the member again to complete it.',
    ),
  ),
  expiresAt: v.pipe(v.nullable(DateTime), v.description('The end of a pending invitation. Null for members.')),
})
export type Member = v.InferOutput<typeof Member>

const members = { ...forBrowsers, tag: 'Members' } as const

export const listMembers = endpoint({
  ...members,
  method: 'GET',
  path: '/dashboard-api/v1/members/',
  summary: 'List the members of the organization, longest-standing first, then pending invitations',
  response: v.array(Member),
})

const CONSEQUENCES =
  'Ends the membership within 15 seconds, and revokes the API keys of the user for the organization. Sessions and other memberships go on.'

export const removeMember = endpoint({
  ...members,
  method: 'DELETE',
  path: '/dashboard-api/v1/members/{id}/',
  role: 'admin',
  summary: 'Remove a member; 409 for the last admin',
  description: `${CONSEQUENCES} Webhooks of the user stay enabled and are transferred to you.`,
  errors: [404, 409],
  audit: { action: 'remove', object: 'member' },
})

export const leaveOrganization = endpoint({
  ...members,
  method: 'POST',
  path: '/dashboard-api/v1/organization/leave/',
  role: 'viewer',
  summary: 'Leave the organization; 409 for the last admin',
  description: `${CONSEQUENCES} Your webhooks stay enabled and are transferred to the longest-standing admin.`,
  body: None,
  bodyOptional: true,
  errors: [404, 409],
  audit: { action: 'leave', object: 'organization' },
})

export const changeRole = endpoint({
  ...members,
  method: 'PUT',
  path: '/dashboard-api/v1/members/{id}/role/',
  role: 'admin',
  summary: 'Change the role of a member within 15 seconds; 409 if no admin would be left',
  description: 'API keys keep their permission.',
  body: v.object({ role: RoleName }),
  response: v.object({ id: Uuid, email: v.nullable(v.string()), role: RoleName }),
  errors: [400, 404, 409],
  audit: { action: 'change_role', object: 'member' },
})

export const InvitedMember = v.object({
  id: Uuid,
  email: v.string(),
  role: RoleName,
  status: v.literal('invited'),
  expiresAt: DateTime,
  isMailed: v.pipe(
    v.boolean(),
    v.description('Whether the service sends emails. If not, tell the user to sign in to the dashboard.'),
  ),
})
export type InvitedMember = v.InferOutput<typeof InvitedMember>

const QUOTA = `429 after ${MOST_INVITATIONS_PER_DAY} invitations on one day (UTC).`

export const inviteMember = endpoint({
  ...members,
  method: 'POST',
  path: '/dashboard-api/v1/members/',
  role: 'admin',
  summary: `Invite a user by email address; 409 for a member, or if there are ${MOST_MEMBERS} members and invitations`,
  description: `The user becomes a member by accepting the invitation, which expires after ${INVITATION_DAYS} days. A new account gets a temporary password by email. The response does not reveal whether the address has an account. Repeating the request renews the invitation, at most once per minute. ${QUOTA}`,
  body: v.object({ email: Email, role: v.optional(RoleName, 'member') }),
  status: 201,
  response: InvitedMember,
  errors: [400, 409],
  audit: { action: 'invite', object: 'member' },
})

const invitation = { ...members, path: '/dashboard-api/v1/members/{id}/invite/', role: 'admin' } as const

export const inviteAgain = endpoint({
  ...invitation,
  method: 'POST',
  summary: 'Renew an invitation, at most once per minute; 409 for a user who has signed in as a member',
  description: QUOTA,
  body: None,
  bodyOptional: true,
  response: InvitedMember,
  errors: [404, 409],
  audit: { action: 'invite', object: 'member' },
})

export const withdrawInvitation = endpoint({
  ...invitation,
  method: 'DELETE',
  summary: 'Withdraw a pending invitation',
  errors: [404],
  audit: { action: 'withdraw', object: 'member' },
})

const operator = { ...members, path: '/dashboard-api/v1/members/{id}/operator/', group: 'operators' } as const

export const grantOperator = endpoint({
  ...operator,
  method: 'PUT',
  summary: 'Give a member operator access, from the next sign-in on',
  errors: [404, 409],
  audit: { action: 'grant_operator', object: 'member' },
})

export const revokeOperator = endpoint({
  ...operator,
  method: 'DELETE',
  summary: 'Remove operator access and end the sessions of the member; 409 for yourself',
  errors: [404, 409],
  audit: { action: 'revoke_operator', object: 'member' },
})
