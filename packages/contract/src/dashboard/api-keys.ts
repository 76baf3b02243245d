import * as v from 'valibot'
import { Name } from '../agents-sub-resources.ts'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** Maximum number of active API keys of an organisation (decisions, Auth and limits). */
export const MOST_API_KEYS = 20

const PERMISSIONS = ['full', 'read'] as const

/** Maximum number of revoked keys in the list, the newest ones. */
export const MOST_REVOKED_SHOWN = 100

export const ApiKey = v.object({
  id: v.string(),
  name: v.string(),
  permission: v.pipe(
    v.picklist(PERMISSIONS),
    v.description(
      'The most that the key may do. A `read` key cannot write, and cannot read secrets. The role of its owner limits it further.',
    ),
  ),
  prefix: v.pipe(v.string(), v.description('The first characters of the key.')),
  createdAt: DateTime,
  lastUsedAt: v.pipe(v.nullable(DateTime), v.description('Accurate to the hour. Null if the key was never used.')),
  status: v.pipe(v.picklist(['active', 'revoked'])),
  createdBy: v.pipe(
    v.string(),
    v.description("The name or email address of the owner; `''` for a user without an account."),
  ),
  ownerId: v.pipe(Uuid, v.description('The id of the user whose role limits the key.')),
  isOwn: v.pipe(
    v.boolean(),
    v.description('Whether you own the key, so that it can route to webhooks that you created.'),
  ),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

export const listApiKeys = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/api-keys/',
  response: v.array(ApiKey),
})

export const createApiKey = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/api-keys/',
  role: 'admin',
  body: v.object({ name: Name, permission: v.optional(v.picklist(PERMISSIONS), 'full') }),
  status: 201,
  response: v.object({
    ...ApiKey.entries,
    value: v.pipe(v.string(), v.description('Send it as `X-API-Key`. AWS may need a few minutes to accept it.')),
  }),
  audit: { action: 'create', object: 'api_key' },
})

export const revokeApiKey = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: '/dashboard-api/v1/api-keys/{id}/',
  role: 'admin',
  audit: { action: 'revoke', object: 'api_key' },
})
