import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Uuid } from './fields.ts'
import { SliceQuery } from './page.ts'

const Count = v.pipe(v.number(), v.integer())
const Month = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
  v.examples(['2026-11']),
)
const Usd = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d{6}$/),
  v.examples(['1.284300']),
  v.description('The price in USD, a decimal, as far as the prices of the models are known.'),
)

export const Usage = v.pipe(
  v.object({
    month: Month,
    usd: Usd,
    agents: v.pipe(
      v.array(
        v.object({
          agentId: Uuid,
          agentName: v.pipe(v.string(), v.description('Of a deleted agent: its last name.')),
          turns: v.pipe(
            Count,
            v.description('Turns that the agent answered or took part in, and reports of its ended sessions.'),
          ),
          inputTokens: Count,
          cachedTokens: v.pipe(Count, v.description('The input tokens that were read from a cache.')),
          outputTokens: Count,
          transcriptionSeconds: v.pipe(Count, v.description('Seconds of transcribed voice messages.')),
          usd: Usd,
        }),
      ),
      v.description(
        'The agents with turns in the month, the most expensive first. All of them, or those that `offset` and `limit` select.',
      ),
    ),
  }),
  v.description('What the models of agents used in a month.'),
)
export type Usage = v.InferOutput<typeof Usage>

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage/',
  tag: 'Agents',
  summary: 'Get the usage of a month',
  description:
    'Tokens, transcribed seconds and their price for each agent of the organisation, also of deleted ones and of trials. A turn counts in the month in which it ended. `usd` is the price of all agents, whatever `offset` and `limit` are.',
  query: v.object({
    ...SliceQuery.entries,
    month: v.pipe(v.optional(Month), v.description('`YYYY-MM`, in UTC. The current month without it.')),
  }),
  response: Usage,
  errors: [400],
})
