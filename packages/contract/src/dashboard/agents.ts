import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, None } from '../fields.ts'
import { Usd } from '../usd.ts'
import { forBrowsers } from './fields.ts'

/** An address with which an agent is shared. */
export const AgentShare = v.object({
  email: v.string(),
  accepted: v.pipe(v.boolean(), v.description('Whether a user with this address accepted, and can see the agent.')),
  createdAt: v.pipe(DateTime, v.description('When the user accepted, or when the agent was shared.')),
})
export type AgentShare = v.InferOutput<typeof AgentShare>

export const listAgentShares = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/agents/{id}/shares/',
  response: v.array(AgentShare),
})

const ownShare = { ...forBrowsers, role: 'viewer' } as const

export const acceptShare = endpoint({
  ...ownShare,
  method: 'POST',
  path: '/dashboard-api/v1/me/shares/{id}/accept/',
  body: None,
  bodyOptional: true,
})

/** Leaves an accepted share, or declines a pending one. `id` is that of the agent. */
export const leaveShare = endpoint({ ...ownShare, method: 'DELETE', path: '/dashboard-api/v1/me/shares/{id}/' })

const used = {
  inputTokens: v.number(),
  cachedTokens: v.pipe(v.number(), v.description('The input tokens that were read from a cache.')),
  outputTokens: v.number(),
  transcriptionSeconds: v.pipe(v.number(), v.description('Seconds of transcribed voice messages.')),
  usd: v.pipe(
    Usd,
    v.description(
      'The cost in USD, each part a decimal with six places; of the provider, that of the last twelve months.',
    ),
  ),
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

/** The text of a document as the agent searches it. */
export const DocumentText = v.object({
  total: v.pipe(v.number(), v.description('The number of its passages.')),
  passages: v.array(
    v.object({
      place: v.pipe(v.string(), v.description('The page or the headings, or an empty string.')),
      text: v.string(),
    }),
  ),
})
export type DocumentText = v.InferOutput<typeof DocumentText>

export const getDocumentText = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/agents/{id}/texts/{documentId}/',
  params: v.object({ id: v.string(), documentId: v.string() }),
  query: v.object({
    offset: v.pipe(v.optional(v.string(), '0'), v.regex(/^\d{1,6}$/, 'must be a whole number'), v.transform(Number)),
  }),
  response: DocumentText,
})

export const listModels = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/models/',
  response: v.object({
    models: v.pipe(
      v.nullable(v.array(v.string())),
      v.description('Null: any name is accepted, and the list is unknown.'),
    ),
    default: v.pipe(
      v.nullable(v.string()),
      v.description('The model of agents without `llmModel`; null if no model is configured.'),
    ),
  }),
})
