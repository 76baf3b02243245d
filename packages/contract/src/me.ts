import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Uuid } from './fields.ts'
import { ROLES } from './roles.ts'

export const Me = v.pipe(
  v.object({
    organization: v.object({ id: Uuid, name: v.string() }),
    user: v.pipe(
      v.object({
        id: Uuid,
        name: v.string(),
        role: v.pipe(
          v.picklist(ROLES),
          v.description(
            'The role of the owner now. The API key may call what the owner may: operations for admins require `admin`, changes require `admin` or `member`.',
          ),
        ),
      }),
      v.description('The owner of the API key.'),
    ),
    apiKey: v.object({ id: v.string(), name: v.string() }),
    permission: v.pipe(
      v.picklist(['full', 'read']),
      v.description(
        'What the API key may do now: `full` reads and changes what the role of its owner allows, `read` only reads, without secrets. A key with the permission `full` has `read` while its owner is a viewer.',
      ),
    ),
    rateLimit: v.pipe(
      v.object({
        requestsPerMinute: v.pipe(v.number(), v.integer(), v.description('The average that the API key may send.')),
        burst: v.pipe(v.number(), v.integer(), v.description('Requests that it may send at once after a pause.')),
      }),
      v.description('The limits of the API key. The service does not know how much of them is left.'),
    ),
  }),
  v.description('The caller of the API.'),
)
export type Me = v.InferOutput<typeof Me>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/v1/me/',
  tag: 'API key',
  summary: 'Get the API key',
  description: 'The organisation and the owner of the API key, what it may do now, and its limits.',
  response: Me,
})
