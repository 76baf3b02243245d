import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, None, Uuid } from '../fields.ts'
import { RoleName } from '../roles.ts'
import { forBrowsers } from './fields.ts'
import { Email, OrganizationSummary } from './session.ts'

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
  invitedBy: v.pipe(
    v.nullable(v.string()),
    v.description('The name or email address of the admin who sent a pending invitation. Null for members.'),
  ),
})
export type Member = v.InferOutput<typeof Member>

export const listMembers = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/members/',
  response: v.array(Member),
})

export const removeMember = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: '/dashboard-api/v1/members/{id}/',
  role: 'admin',
  audit: { action: 'remove', object: 'member' },
})

export const leaveOrganization = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/organization/leave/',
  role: 'viewer',
  body: None,
  bodyOptional: true,
  audit: { action: 'leave', object: 'organization' },
})

export const changeRole = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: '/dashboard-api/v1/members/{id}/role/',
  role: 'admin',
  body: v.object({
    role: RoleName,
    revokeApiKeys: v.pipe(
      v.optional(v.boolean(), false),
      v.description(
        'Whether the API keys of the member are revoked, which cannot be undone. Keys that are not revoked obey the new role.',
      ),
    ),
  }),
  response: v.object({ id: Uuid, email: v.nullable(v.string()), role: RoleName }),
  audit: { action: 'change_role', object: 'member', values: ['role'] },
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

export const inviteMember = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/members/',
  role: 'admin',
  body: v.object({ email: Email, role: v.optional(RoleName, 'member') }),
  status: 201,
  response: InvitedMember,
  audit: { action: 'invite', object: 'member' },
})

const invitation = { ...forBrowsers, path: '/dashboard-api/v1/members/{id}/invite/', role: 'admin' } as const

export const inviteAgain = endpoint({
  ...invitation,
  method: 'POST',
  body: None,
  bodyOptional: true,
  response: InvitedMember,
  audit: { action: 'invite', object: 'member' },
})

export const withdrawInvitation = endpoint({
  ...invitation,
  method: 'DELETE',
  audit: { action: 'withdraw', object: 'member' },
})

const operator = { ...forBrowsers, path: '/dashboard-api/v1/members/{id}/operator/', group: 'operators' } as const

export const grantOperator = endpoint({
  ...operator,
  method: 'PUT',
  audit: { action: 'grant_operator', object: 'member' },
})

export const revokeOperator = endpoint({
  ...operator,
  method: 'DELETE',
  audit: { action: 'revoke_operator', object: 'member' },
})

const invitations = { ...forBrowsers, role: 'viewer' } as const

export const acceptInvitation = endpoint({
  ...invitations,
  method: 'POST',
  path: '/dashboard-api/v1/me/invitations/{id}/accept/',
  body: None,
  bodyOptional: true,
  response: OrganizationSummary,
})

export const declineInvitation = endpoint({
  ...invitations,
  method: 'DELETE',
  path: '/dashboard-api/v1/me/invitations/{id}/',
})
