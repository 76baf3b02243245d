import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, maxCharacters, None, PhoneNumber } from '../fields.ts'
import { forBrowsers } from './fields.ts'
import { Code, Me, OrganizationSummary } from './session.ts'

const LONGEST_NAME = 100

const name = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message), maxCharacters(LONGEST_NAME))

const profile = { ...forBrowsers, tag: 'Profile' } as const

export const ProfileChange = v.object({
  name: v.optional(v.pipe(v.string(), v.trim(), maxCharacters(LONGEST_NAME))),
  phoneNumber: v.pipe(
    v.optional(v.nullable(PhoneNumber)),
    v.description(
      'Agents can be shared with this number after you proved it. A new number is not proved. Null removes it.',
    ),
  ),
})
export type ProfileChange = v.InferOutput<typeof ProfileChange>

export const updateProfile = endpoint({
  ...profile,
  method: 'PATCH',
  path: '/dashboard-api/v1/me/',
  role: 'viewer',
  summary: 'Change your name or phone number',
  body: ProfileChange,
  response: Me,
  errors: [400, 409],
  audit: { action: 'update', object: 'profile' },
})

const PHONE_CODE = '/dashboard-api/v1/me/phone-code/'

export const PhoneCode = v.object({ expiresAt: DateTime })
export type PhoneCode = v.InferOutput<typeof PhoneCode>

export const sendPhoneCode = endpoint({
  ...profile,
  method: 'POST',
  path: PHONE_CODE,
  role: 'viewer',
  summary: 'Send a code to your phone number, to prove it; 409 if it is proved, or if this service cannot send codes',
  description: 'A code is valid for 10 minutes. At most one a minute, and five a day for a user and for a number.',
  body: None,
  bodyOptional: true,
  response: PhoneCode,
  errors: [400, 409, 502],
})

export const confirmPhoneNumber = endpoint({
  ...profile,
  method: 'PUT',
  path: PHONE_CODE,
  role: 'viewer',
  summary: 'Prove your phone number with the code; another user who proved it earlier loses it',
  description: 'Each code can be tried five times.',
  body: v.object({ code: Code }),
  response: Me,
  errors: [400, 409],
  audit: { action: 'prove_phone', object: 'profile' },
})

/** A sign-in to the dashboard. */
export const UserSession = v.object({
  id: v.string(),
  startedAt: DateTime,
  lastUsedAt: v.pipe(DateTime, v.description('The last time at which it got a token.')),
  userAgent: v.string(),
  sourceIp: v.pipe(v.string(), v.description('The address of the last use.')),
  isCurrent: v.boolean(),
})
export type UserSession = v.InferOutput<typeof UserSession>

export const listSessions = endpoint({
  ...profile,
  method: 'GET',
  path: '/dashboard-api/v1/me/sessions/',
  summary: 'List where you are signed in, last used first',
  response: v.array(UserSession),
})

export const endSession = endpoint({
  ...profile,
  method: 'DELETE',
  path: '/dashboard-api/v1/me/sessions/{id}/',
  role: 'viewer',
  summary: 'End a session: its tokens are rejected within 15 seconds',
  errors: [404, 409],
  audit: { action: 'sign_out', object: 'sign_in' },
})

export const signOutEverywhere = endpoint({
  ...profile,
  method: 'POST',
  path: '/dashboard-api/v1/me/sign-out-everywhere/',
  role: 'viewer',
  summary: 'End all your sessions, including this one',
  body: None,
  bodyOptional: true,
  audit: { action: 'sign_out_everywhere', object: 'sign_in' },
})

export const renameOrganization = endpoint({
  ...forBrowsers,
  tag: 'Organization',
  method: 'PATCH',
  path: '/dashboard-api/v1/organization/',
  role: 'admin',
  summary: 'Rename the organization',
  body: v.object({ name: name('is required') }),
  response: OrganizationSummary,
  errors: [400],
  audit: { action: 'rename', object: 'organization' },
})
