import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, None, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'
import { Email } from './session.ts'

/** Maximum number of members of an organisation. */
export const MOST_MEMBERS = 200

export const Member = v.object({
  id: Uuid,
  email: v.pipe(v.nullable(v.string()), v.description('Null for a user with API keys only and no account.')),
  name: v.pipe(v.string(), v.description("The user's own name, or `''`.")),
  joinedAt: DateTime,
  isOperator: v.boolean(),
  isYou: v.boolean(),
  status: v.pipe(
    v.picklist(['active', 'invited', 'removing']),
    v.description(
      '`invited`: the user has never signed in. `removing`: access has ended, but the removal is incomplete. Remove the member again to complete it.',
    ),
  ),
})
export type Member = v.InferOutput<typeof Member>

const members = { ...forBrowsers, tag: 'Members' } as const

export const listMembers = endpoint({
  ...members,
  method: 'GET',
  path: '/dashboard-api/v1/members/',
  summary: 'List the members of the organization, longest-standing first',
  response: v.array(Member),
})

export const removeMember = endpoint({
  ...members,
  method: 'DELETE',
  path: '/dashboard-api/v1/members/{id}/',
  summary: 'Remove a member; 409 for the last one',
  description:
    "Ends the user's membership and sessions, and revokes their API keys of the organization. Their webhooks stay enabled and are transferred to you. If you remove yourself, they are transferred to the longest-standing other member.",
  errors: [404, 409],
  audit: { action: 'remove', object: 'member' },
})

const InvitedMember = v.object({
  id: Uuid,
  email: v.string(),
  status: v.pipe(
    v.picklist(['active', 'invited']),
    v.description('`active`: the address already has an account, so no email was sent.'),
  ),
})

export const inviteMember = endpoint({
  ...members,
  method: 'POST',
  path: '/dashboard-api/v1/members/',
  summary: `Add a user by email address; 409 if there are ${MOST_MEMBERS} members`,
  description: 'A new account gets a temporary password by email. Repeating the request is safe.',
  body: v.object({ email: Email }),
  status: 201,
  response: InvitedMember,
  errors: [400, 409],
  audit: { action: 'invite', object: 'member' },
})

export const inviteAgain = endpoint({
  ...members,
  method: 'POST',
  path: '/dashboard-api/v1/members/{id}/invite/',
  summary: 'Send the temporary password again, at most once per minute; 409 after the first sign-in',
  body: None,
  bodyOptional: true,
  response: InvitedMember,
  errors: [404, 409],
  audit: { action: 'invite', object: 'member' },
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
