import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, PhoneNumber, Uuid } from '../fields.ts'
import { Referral } from '../referral.ts'
import { CursorQuery, cursorPageOf, Flag, forBrowsers } from './fields.ts'
import { AgentTurn } from './tool-calls.ts'

const LONGEST_SEARCH = 100

const Named = v.object({ id: Uuid, name: v.string() })

export const EffectiveMode = v.nullable(v.picklist(['agent', 'webhook', 'sandbox']))

export const InboxConversation = v.object({
  id: Uuid,
  contact: v.object({
    phoneNumber: v.pipe(v.string(), v.description("Digits without plus; empty if the customer's number is unknown.")),
    name: v.string(),
  }),
  msgNumber: v.string(),
  isSandbox: v.boolean(),
  mode: EffectiveMode,
  lastMessage: v.pipe(v.string(), v.description('The start of the last text.')),
  lastMessageAt: v.nullable(DateTime),
  window: v.object({
    openUntil: v.pipe(v.nullable(DateTime), v.description('Null or in the past if only templates can be sent.')),
  }),
  takeover: v.object({ until: v.pipe(v.nullable(DateTime), v.description('The agent is paused until this time.')) }),
  humanNeededSince: v.pipe(
    v.nullable(DateTime),
    v.description('When a turn of the agent failed and a person was needed; null if no turn failed.'),
  ),
})
export type InboxConversation = v.InferOutput<typeof InboxConversation>

const Cost = v.object({ credits: v.number(), inputTokens: v.number(), outputTokens: v.number() })
export type Cost = v.InferOutput<typeof Cost>

/** Details of a conversation that the public API does not return. */
export const ConversationDetails = v.object({
  ...InboxConversation.entries,
  effectiveRoute: v.object({
    mode: EffectiveMode,
    webhook: v.nullable(v.object({ ...Named.entries, enabled: v.boolean() })),
    agent: v.nullable(Named),
    reason: v.pipe(v.string(), v.description('The reason for the mode, in one sentence.')),
  }),
  referral: v.nullable(Referral),
  cost: v.pipe(
    v.object({ session: Cost, total: Cost }),
    v.description('Credits of tools and tokens of models: in the current session, and in all.'),
  ),
  turns: v.pipe(v.array(AgentTurn), v.description("The agents' latest turns, at most 20, oldest first.")),
})
export type ConversationDetails = v.InferOutput<typeof ConversationDetails>

export const listInbox = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/inbox/',
  tag: 'Conversations',
  summary: 'List conversations, newest activity first',
  query: v.object({
    ...CursorQuery.entries,
    search: v.pipe(
      v.optional(v.pipe(v.string(), v.trim(), v.maxLength(LONGEST_SEARCH))),
      v.description("Digits: the start of the contact's number. Other text: part of the contact's name."),
    ),
    msgNumber: v.optional(PhoneNumber),
    needsHuman: v.optional(Flag),
    takenOver: v.optional(Flag),
  }),
  response: cursorPageOf(InboxConversation),
  errors: [400],
})

export const getConversationDetails = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/conversations/{id}/details/',
  tag: 'Conversations',
  summary: 'Get the effective routing of a conversation, and its reason',
  response: ConversationDetails,
  errors: [404],
})
