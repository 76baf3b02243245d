import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

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
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/agents/{id}/shares/',
  response: v.array(AgentShare),
})

export const removeAgentShare = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: '/dashboard-api/v1/agents/{id}/shares/',
  body: v.object({ userId: Uuid }),
  audit: { action: 'unshare', object: 'agent' },
})
