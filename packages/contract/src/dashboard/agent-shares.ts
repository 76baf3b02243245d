import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

const shares = { ...forBrowsers, tag: 'Agents' } as const

/** A user of another organisation who can see an agent. */
export const AgentShare = v.object({
  userId: Uuid,
  user: v.pipe(
    v.string(),
    v.description('The email address or the phone number (with plus) that the agent was shared with.'),
  ),
  createdAt: DateTime,
})
export type AgentShare = v.InferOutput<typeof AgentShare>

export const listAgentShares = endpoint({
  ...shares,
  method: 'GET',
  path: '/dashboard-api/v1/agents/{id}/shares/',
  summary: 'List the users of other organisations who can see an agent',
  response: v.array(AgentShare),
  errors: [403, 404],
})

export const removeAgentShare = endpoint({
  ...shares,
  method: 'DELETE',
  path: '/dashboard-api/v1/agents/{id}/shares/',
  summary: 'Stop sharing an agent with a user of the list; idempotent',
  body: v.object({ userId: Uuid }),
  errors: [404],
  audit: { action: 'unshare', object: 'agent' },
})
