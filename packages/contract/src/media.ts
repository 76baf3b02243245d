import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const getMedia = endpoint({
  method: 'GET',
  path: '/media/{token}/',
  tag: 'Media',
  summary: "Get a customer's file",
  description:
    'The stable URL of a file in a message. Requires no API key: anyone who has the URL can read the file. Redirects to a short-lived URL of the file. The provider keeps files for a few days only. A file that is not requested within that time is lost.',
  access: 'public',
  params: v.object({
    token: v.pipe(v.string(), v.description('`{id}.{mac}`, from the URL in a message or a webhook delivery.')),
  }),
  status: 302,
  errors: [404, 502],
})
