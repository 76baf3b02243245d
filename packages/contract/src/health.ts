import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const Health = v.object({ status: v.literal('ok') })

/** Body of the 503. */
export const Unavailable = v.object({ status: v.literal('unavailable') })

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
