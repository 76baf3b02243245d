import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

const used = {
  inputTokens: v.number(),
  cachedTokens: v.pipe(v.number(), v.description('The input tokens that were read from a cache.')),
  outputTokens: v.number(),
  transcriptionSeconds: v.pipe(v.number(), v.description('Seconds of transcribed voice messages.')),
  usd: v.pipe(v.number(), v.description('The price in USD, as far as the prices of the models are known.')),
}

export const AgentUsage = v.object({
  messages: v.number(),
  sessions: v.number(),
  credits: v.pipe(v.number(), v.description('Credits of its tool calls.')),
  ...used,
  months: v.pipe(
    v.array(v.object({ month: v.pipe(v.string(), v.description('`YYYY-MM`, in UTC.')), turns: v.number(), ...used })),
    v.description('The current month, then those of the 11 months before in which it was used, the latest first.'),
  ),
})
export type AgentUsage = v.InferOutput<typeof AgentUsage>

export const getAgentUsage = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/agents/{id}/usage/',
  response: AgentUsage,
})
