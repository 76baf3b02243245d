import * as v from 'valibot'
import { TURN_FAILURES } from '../causes.ts'
import { ControlHolder } from '../control-holder.ts'
import { contactIds } from '../customer-key.ts'
import { endpoint } from '../endpoint.ts'
import { DateTime, maxCharacters, PhoneNumber, Uuid } from '../fields.ts'
import { UnhealthyNumber } from '../number-health.ts'
import { Referral } from '../referral.ts'
import { Usd } from '../usd.ts'
import { CursorQuery, cursorPageOf, Flag, forBrowsers } from './fields.ts'
import { AgentTurn } from './tool-calls.ts'

const LONGEST_SEARCH = 100

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Named = v.object({ id: Uuid, name: v.string() })

export const EffectiveMode = v.nullable(v.picklist(['agent', 'webhook', 'sandbox']))

export const Author = v.object({
  kind: v.pipe(
    v.picklist(['user', 'key', 'app']),
    v.description("A member, an API key, or the owner of the number in the provider's app."),
  ),
  name: v.pipe(v.nullable(v.string()), v.description('Null if it is unknown.')),
  isYou: v.boolean(),
})
export type Author = v.InferOutput<typeof Author>

/** A message or an internal note that a search found. */
export const Hit = v.object({
  messageId: v.pipe(Uuid, v.description('The id of the message or of the note.')),
  isNote: v.boolean(),
  at: DateTime,
  before: v.string(),
  /** The first word of the search, as the message has it. */
  match: v.string(),
  after: v.string(),
})
export type Hit = v.InferOutput<typeof Hit>

export const InboxConversation = v.object({
  id: Uuid,
  contact: v.object({
    phoneNumber: v.pipe(v.string(), v.description("Digits without plus; empty if the customer's number is unknown.")),
    name: v.string(),
    ...contactIds,
  }),
  msgNumber: v.string(),
  isSandbox: v.boolean(),
  mode: EffectiveMode,
  /** The start of the last text. */
  lastMessage: v.string(),
  lastMessageAt: v.nullable(DateTime),
  lastMessageBy: v.nullable(v.picklist(['customer', 'agent', 'person'])),
  /** `text`, `image`, `template` and others. */
  lastMessageType: v.nullable(v.string()),
  /** Defines the order of the list. */
  lastActivityAt: DateTime,
  /** The number of the customer's messages. */
  inboundSeq: Count,
  /** The number of the customer's messages that no member has read and no agent has answered. */
  unread: Count,
  window: v.object({
    openUntil: v.pipe(v.nullable(DateTime), v.description('Null or in the past if only templates can be sent.')),
  }),
  takeover: v.object({ until: v.pipe(v.nullable(DateTime), v.description('The agent is paused until this time.')) }),
  /** Null if it is not taken over, or if it is unknown. */
  takenOverBy: v.nullable(Author),
  /** Who answers the customer; null if no other agent on the number ever did. */
  control: v.nullable(ControlHolder),
  /** Since when and why the customer waits for a person, once a takeover has ended. Null if nobody waits. */
  waiting: v.nullable(
    v.object({
      /** When the first message without a reply was sent, or when the agent asked for a person. If there is neither: when it failed. */
      since: DateTime,
      /** `asked`: the agent asked for a person. `failed`: it could not reply. `unanswered`: nobody replies to a message. */
      kind: v.picklist(['asked', 'failed', 'unanswered']),
      /** Why the agent asked, or which limit is reached; null if it is not known. */
      reason: v.nullable(v.string()),
      /** Why the agent failed. */
      failure: v.nullable(v.picklist(TURN_FAILURES)),
    }),
  ),
  /** Whether the agent asked for a person. It is silent until somebody hands back. */
  isAgentPaused: v.boolean(),
  /** A member closed it, and the customer has not written since. */
  isDone: v.boolean(),
  /** Its latest message with all words of the search, if its name lacks them. */
  hit: v.optional(Hit),
})
export type InboxConversation = v.InferOutput<typeof InboxConversation>

const Cost = v.object({
  credits: v.number(),
  inputTokens: v.number(),
  outputTokens: v.number(),
  usd: v.pipe(
    v.number(),
    v.description('The price of the tokens in USD, as far as the prices of the models are known.'),
  ),
})
export type Cost = v.InferOutput<typeof Cost>

/** Details of a conversation that the public API does not return. */
export const ConversationDetails = v.object({
  /** What the conversation cost so far. */
  usd: Usd,
  ...InboxConversation.entries,
  effectiveRoute: v.object({
    mode: EffectiveMode,
    webhook: v.nullable(
      v.object({
        ...Named.entries,
        enabled: v.boolean(),
        disabledAt: v.nullable(DateTime),
        disabledReason: v.nullable(v.picklist(['consecutive_failures', 'manual'])),
      }),
    ),
    agent: v.nullable(Named),
    /** The reason for the mode, in one sentence. */
    reason: v.string(),
  }),
  referral: v.nullable(Referral),
  cost: v.pipe(
    v.object({ session: Cost, total: Cost }),
    v.description('Credits of tools and tokens of models: in the current session, and in all.'),
  ),
  /** The agents' latest turns, at most 20, oldest first. */
  turns: v.array(AgentTurn),
})
export type ConversationDetails = v.InferOutput<typeof ConversationDetails>

const InboxFilter = v.object({
  search: v.pipe(
    v.optional(v.pipe(v.string(), v.trim(), maxCharacters(LONGEST_SEARCH))),
    v.description(
      "Words that are each a part of the contact's name or number, or of one message or internal note of the last 90 days.",
    ),
  ),
  msgNumber: v.pipe(v.optional(PhoneNumber), v.description('Default: all numbers but the sandbox number.')),
  needsHuman: v.optional(Flag),
  takenOver: v.optional(Flag),
  unread: v.optional(Flag),
  /** Whether the caller has taken the conversation over. */
  mine: v.optional(Flag),
  done: v.optional(Flag),
  failure: v.pipe(v.optional(v.picklist(TURN_FAILURES)), v.description('Why the last turn failed that failed.')),
})

const InboxPage = v.object({
  ...cursorPageOf(InboxConversation).entries,
  /** The number of conversations that were read to fill the page. */
  looked: Count,
  /** The last activity of the oldest one read; null if all were. */
  backTo: v.nullable(DateTime),
})
export type InboxPage = v.InferOutput<typeof InboxPage>

/** The recently active conversations. */
export const InboxChanges = v.object({
  /** For the next request. Null if too many conversations changed: read the list again. */
  version: v.nullable(v.string()),
  changes: v.pipe(
    v.array(v.object({ ...InboxConversation.entries, isWanted: v.boolean() })),
    v.description('All recently active conversations, in no order; empty if none changed.'),
  ),
})
export type InboxChanges = v.InferOutput<typeof InboxChanges>

export const Waiting = v.object({
  /** Those that wait longest first, at most 100. */
  results: v.array(InboxConversation),
  hasMore: v.pipe(v.boolean(), v.description('Whether there are more, or may be more that match a filter.')),
  unhealthy: v.pipe(
    v.array(UnhealthyNumber),
    v.description(
      'Numbers with problems at the messaging provider, the worst first, at most 10. Every page shows them.',
    ),
  ),
})
export type Waiting = v.InferOutput<typeof Waiting>

export const listWaiting = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/inbox/waiting/',
  query: v.pick(InboxFilter, ['search', 'msgNumber', 'failure']),
  response: Waiting,
})

export const listInbox = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/inbox/',
  query: v.object({
    ...CursorQuery.entries,
    ...InboxFilter.entries,
  }),
  response: InboxPage,
})

export const listInboxChanges = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/inbox/changes/',
  query: v.object({ ...InboxFilter.entries, version: v.optional(v.string()) }),
  response: InboxChanges,
})

export const markConversationRead = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: '/dashboard-api/v1/conversations/{id}/read/',
  body: v.object({
    isRead: v.boolean(),
    inboundSeq: v.pipe(Count, v.description('The `inboundSeq` that the member saw.')),
  }),
})

export const getConversationDetails = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/conversations/{id}/details/',
  response: ConversationDetails,
})
