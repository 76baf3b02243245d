import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const Health = v.pipe(v.object({ status: v.literal('ok') }), v.description('The service is available.'))

export const Unavailable = v.pipe(
  v.object({ status: v.literal('unavailable') }),
  v.description('The service cannot read its table.'),
)

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'Health',
  summary: 'Check the service',
  description:
    'For monitors. Requires no API key. The service checks every 10 seconds at most whether it can read its table.',
  access: 'public',
  response: Health,
  unavailable: Unavailable,
})
