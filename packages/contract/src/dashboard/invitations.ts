import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { forBrowsers } from './fields.ts'
import { OrganizationSummary } from './session.ts'

const invitations = { ...forBrowsers, tag: 'Invitations', role: 'viewer' } as const

export const acceptInvitation = endpoint({
  ...invitations,
  method: 'POST',
  path: '/dashboard-api/v1/me/invitations/{id}/accept/',
  summary: 'Accept an invitation and become a member; returns the organization',
  body: None,
  bodyOptional: true,
  response: OrganizationSummary,
  errors: [404, 409],
})

export const declineInvitation = endpoint({
  ...invitations,
  method: 'DELETE',
  path: '/dashboard-api/v1/me/invitations/{id}/',
  summary: 'Decline an invitation',
  errors: [404],
})
