import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const getMedia = endpoint({
  method: 'GET',
  path: '/media/{token}/',
  tag: 'Media',
  summary: "Get a customer's file",
  description:
    'The stable URL of a file in a message; whoever has it may read it, without an API key. Redirects to a short-lived URL of the file. The provider keeps files for days only: one that nobody read in that time is gone.',
  access: 'public',
  params: v.object({ token: v.pipe(v.string(), v.description('`{id}.{mac}`, as messages and webhooks carry it.')) }),
  status: 302,
  errors: [404, 502],
})
