import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { forBrowsers } from './fields.ts'
import { OrganizationSummary } from './session.ts'

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
