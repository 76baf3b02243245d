import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, PhoneNumber, Uuid } from '../fields.ts'
import { Referral } from '../referral.ts'
import { CursorQuery, cursorPageOf, Flag, forBrowsers } from './fields.ts'
import { AgentTurn } from './tool-calls.ts'

const LONGEST_SEARCH = 100

const Named = v.object({ id: Uuid, name: v.string() })

/** Who answers a conversation now. */
export const EffectiveMode = v.nullable(v.picklist(['agent', 'webhook', 'sandbox']))

/** A conversation in the inbox. */
export const InboxConversation = v.object({
  id: Uuid,
  contact: v.object({
    phoneNumber: v.pipe(v.string(), v.description('Digits without plus; empty when the customer shares none.')),
    name: v.string(),
  }),
  msgNumber: v.string(),
  isSandbox: v.boolean(),
  mode: EffectiveMode,
  lastMessage: v.pipe(v.string(), v.description('The beginning of the last text.')),
  lastMessageAt: v.nullable(DateTime),
  window: v.object({
    openUntil: v.pipe(v.nullable(DateTime), v.description('Null, or past, when only templates can be sent.')),
  }),
  takeover: v.object({ until: v.pipe(v.nullable(DateTime), v.description('Until when the agent is silent.')) }),
  humanNeededSince: v.pipe(
    v.nullable(DateTime),
    v.description('Since when a turn of the agent has failed and a person is needed; null if none has.'),
  ),
})
export type InboxConversation = v.InferOutput<typeof InboxConversation>

/** What the public resource does not tell. */
export const ConversationDetails = v.object({
  ...InboxConversation.entries,
  effectiveRoute: v.object({
    mode: EffectiveMode,
    webhook: v.nullable(v.object({ ...Named.entries, enabled: v.boolean() })),
    agent: v.nullable(Named),
    reason: v.pipe(v.string(), v.description('Why it is so, in a sentence.')),
  }),
  referral: v.nullable(Referral),
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
      v.description("Digits: how the contact's number begins. Anything else: part of the contact's name."),
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
  summary: 'How a conversation is answered, and why',
  response: ConversationDetails,
  errors: [404],
})
