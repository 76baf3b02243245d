import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, maxCharacters, None, PhoneNumber, wellFormed } from '../fields.ts'
import { CursorQuery, cursorPageOf, forBrowsers } from './fields.ts'
import { Me, OrganizationSummary } from './session.ts'

const LONGEST_NAME = 100

const name = (message: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(message), maxCharacters(LONGEST_NAME), wellFormed)

export const ProfileChange = v.object({
  name: v.optional(v.pipe(v.string(), v.trim(), maxCharacters(LONGEST_NAME), wellFormed)),
  phoneNumber: v.pipe(v.optional(v.nullable(PhoneNumber)), v.description('Null removes it.')),
})
export type ProfileChange = v.InferOutput<typeof ProfileChange>

export const updateProfile = endpoint({
  ...forBrowsers,
  method: 'PATCH',
  path: '/dashboard-api/v1/me/',
  role: 'viewer',
  body: ProfileChange,
  response: Me,
  audit: { action: 'update', object: 'profile' },
})

/** A sign-in to the dashboard. */
export const UserSession = v.object({
  id: v.string(),
  startedAt: DateTime,
  lastUsedAt: v.pipe(DateTime, v.description('The last time at which it got a token.')),
  userAgent: v.string(),
  sourceIp: v.pipe(v.string(), v.description('The address that connected at the last use.')),
  forwardedFor: v.pipe(
    v.nullable(v.string()),
    v.description('The address that the header X-Forwarded-For claimed at the last use.'),
  ),
  isCurrent: v.boolean(),
})
export type UserSession = v.InferOutput<typeof UserSession>

export const listSessions = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/me/sessions/',
  query: CursorQuery,
  response: cursorPageOf(UserSession),
})

export const endSession = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: '/dashboard-api/v1/me/sessions/{id}/',
  role: 'viewer',
  audit: { action: 'sign_out', object: 'sign_in' },
})

export const signOutEverywhere = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/me/sign-out-everywhere/',
  role: 'viewer',
  body: None,
  bodyOptional: true,
  audit: { action: 'sign_out_everywhere', object: 'sign_in' },
})

export const renameOrganization = endpoint({
  ...forBrowsers,
  method: 'PATCH',
  path: '/dashboard-api/v1/organization/',
  role: 'admin',
  body: v.object({ name: name('is required') }),
  response: OrganizationSummary,
  audit: { action: 'rename', object: 'organization', values: ['name'] },
})
