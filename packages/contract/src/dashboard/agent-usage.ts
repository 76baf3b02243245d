import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

export const AgentUsage = v.object({
  messages: v.number(),
  sessions: v.number(),
  credits: v.pipe(v.number(), v.description('Credits of its tool calls.')),
  inputTokens: v.number(),
  outputTokens: v.number(),
  usd: v.pipe(
    v.number(),
    v.description('The price of the tokens in USD, as far as the prices of the models are known.'),
  ),
  monthUsd: v.pipe(v.number(), v.description('The part of `usd` in the current month (UTC).')),
  cachedTokens: v.pipe(v.number(), v.description('The input tokens that were read from a cache.')),
})
export type AgentUsage = v.InferOutput<typeof AgentUsage>

export const getAgentUsage = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/agents/{id}/usage/',
  response: AgentUsage,
})
