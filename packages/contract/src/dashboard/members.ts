import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

export const Member = v.object({
  id: Uuid,
  email: v.pipe(v.nullable(v.string()), v.description('Null for a user with API keys only and no account.')),
  joinedAt: DateTime,
  isOperator: v.boolean(),
  isYou: v.boolean(),
  status: v.pipe(
    v.picklist(['active', 'removing']),
    v.description(
      '`removing`: access has ended, but the removal is incomplete. Remove the member again to complete it.',
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
