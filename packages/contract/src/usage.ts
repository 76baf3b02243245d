import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Uuid } from './fields.ts'
import { SliceQuery } from './page.ts'
import { Usd } from './usd.ts'

const Count = v.pipe(v.number(), v.integer())
const Month = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
  v.examples(['2026-11']),
)

export const Usage = v.pipe(
  v.object({
    month: Month,
    usd: Usd,
    unpricedMessages: v.pipe(
      Count,
      v.description('Delivered messages for which no rate of the provider is known. `usd.provider` lacks them.'),
    ),
    savedMessages: v.pipe(
      Count,
      v.description(
        'Messages that were not sent because replies were packed: a greeting, an answer and a file in one message.',
      ),
    ),
    agents: v.pipe(
      v.array(
        v.object({
          agentId: Uuid,
          agentName: v.pipe(v.string(), v.description('Of a deleted agent: its last name.')),
          deleted: v.pipe(v.boolean(), v.description('Whether the agent was deleted.')),
          turns: v.pipe(
            Count,
            v.description('Turns that the agent answered or took part in, and reports of its ended sessions.'),
          ),
          inputTokens: Count,
          cachedTokens: v.pipe(Count, v.description('The input tokens that were read from a cache.')),
          outputTokens: Count,
          transcriptionSeconds: v.pipe(Count, v.description('Seconds of transcribed voice messages.')),
          messages: v.pipe(Count, v.description('Its delivered messages whose price the provider reported.')),
          savedMessages: v.pipe(Count, v.description('Messages that its packed replies saved.')),
          usd: Usd,
        }),
      ),
      v.description(
        'The agents with turns or delivered messages in the month, the most expensive first. All of them, or those that `offset` and `limit` select.',
      ),
    ),
    numbers: v.pipe(
      v.array(
        v.object({
          phoneNumberId: v.pipe(v.string(), v.description("The provider's id of the business number.")),
          messages: v.pipe(Count, v.description('Delivered messages of the number whose price the provider reported.')),
          unpricedMessages: v.pipe(Count, v.description('Those for which no rate is known.')),
          freeMessagesUsed: v.pipe(
            v.record(v.string(), Count),
            v.description(
              'Messages by category that used the free ones of the number and month, such as `{"service": 412}`.',
            ),
          ),
          usd: Usd,
        }),
      ),
      v.description(
        'The numbers with delivered messages in the month, the most expensive first. A message belongs to the month in which it was sent.',
      ),
    ),
    ratesDate: v.pipe(
      v.string(),
      v.description('The date of the rates that were used last, `YYYY-MM-DD`. Empty without delivered messages.'),
    ),
  }),
  v.description('What agents and messages used in a month, and what it cost.'),
)
export type Usage = v.InferOutput<typeof Usage>

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage/',
  tag: 'Agents',
  summary: 'Get the usage of a month',
  description:
    'The cost of a month, and for each agent of the organisation tokens, transcribed seconds and cost, also of deleted agents and of trials. A turn counts in the month in which it ended, a message in the month in which it was sent. A message is counted some seconds after the provider reports it as delivered. `usd` is that of all agents, whatever `offset` and `limit` are.',
  query: v.object({
    ...SliceQuery.entries,
    month: v.pipe(v.optional(Month), v.description('`YYYY-MM`, in UTC. The current month without it.')),
  }),
  response: Usage,
  errors: [400],
})
