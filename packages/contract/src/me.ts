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
          v.description('The role of the owner in the dashboard. It does not limit the API key.'),
        ),
      }),
      v.description('The owner of the API key.'),
    ),
    apiKey: v.object({ id: v.string(), name: v.string() }),
    permission: v.pipe(
      v.picklist(['full', 'read']),
      v.description('`full` may call all operations, `read` only operations that read.'),
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
  description: 'The organisation and the owner of the API key, its permission and its limits.',
  response: Me,
})
