import { TURN_FAILURES } from '@replywright/contract/causes.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'
import { ENTRY_LAG_MILLISECONDS, LIST_SHARDS } from './activity-pages.ts'
import { authorAttribute } from './author.ts'

/** The latest click-to-chat ad referral, as the API shows it. */
const referral = {
  type: 'map',
  properties: {
    messageId: { type: 'string', required: true },
    sourceType: { type: 'string', required: true },
    sourceId: { type: 'string', required: true },
    sourceUrl: { type: 'string', required: true },
    headline: { type: 'string', required: true },
    body: { type: 'string', required: true },
    mediaType: { type: 'string', required: true },
    imageUrl: { type: 'string', required: true },
    videoUrl: { type: 'string', required: true },
    thumbnailUrl: { type: 'string', required: true },
    ctwaClid: { type: 'string', required: true },
    welcomeMessage: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
  },
} as const

const handoff = {
  id: { type: 'string', required: true },
  reason: { type: 'string', required: true },
  agentId: { type: 'string', required: true },
  since: { type: 'number', required: true },
} as const

const cost = {
  type: 'map',
  required: true,
  properties: {
    credits: { type: 'number', required: true, field: 'c' },
    inputTokens: { type: 'number', required: true, field: 'i' },
    outputTokens: { type: 'number', required: true, field: 'o' },
    cachedTokens: { type: 'number', field: 'ca' },
    /** Millionths of a USD. */
    microUsd: { type: 'number', field: 'u' },
  },
} as const

/**
 * One customer on one business number. Its partition also holds its messages (`MessageEntity`). Access: by id within
 * its organisation; all of an organisation, in 8 shards, by the last rewrite of their index entries (`listEntry`); those
 * whose customers may wait for a person, longest first. Stored until its messages have expired (`expireConversations`).
 */
export const ConversationEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'conversation', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** The customer (`CustomerEntity`), whose names are copied here. */
    customerId: { type: 'string', required: true, field: 'cu' },
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    msgNumber: { type: 'string', required: true, readOnly: true },
    /** Digits without plus; absent if the customer shares no phone number. */
    contactNumber: { type: 'string' },
    /** The provider's business-scoped user id. */
    contactUserId: { type: 'string' },
    /** The user id across the businesses of a parent, and the name that the customer has chosen. */
    contactParentId: { type: 'string', field: 'cp' },
    contactUsername: { type: 'string', field: 'un' },
    /** The names that the customer has left (`nameKey`), and their last moments. Others may have them now. */
    left: {
      type: 'list',
      field: 'ln',
      items: {
        type: 'map',
        properties: {
          name: { type: 'string', required: true, field: 'n' },
          until: { type: 'number', required: true, field: 'u' },
        },
      },
    },
    /** The names that return to merged customers if their merge is undone, and the conversations of these (`MessageEntity`). */
    origins: {
      type: 'list',
      field: 'og',
      items: {
        type: 'map',
        properties: {
          name: { type: 'string', required: true, field: 'n' },
          ids: { type: 'list', items: { type: 'string' }, required: true, field: 'i' },
        },
      },
    },
    contactName: { type: 'string', required: true },
    /** Whether the API set `contactName`. Names in later messages do not replace it. */
    hasOwnName: { type: 'boolean', field: 'on' },
    /** Whether `contactName` is that of the phone of the number's owner. The API's name replaces it. */
    namedByPhone: { type: 'boolean', field: 'np' },
    agentId: { type: 'string' },
    /** The epoch of the number when `agentId` was chosen, always written with it (`sessionInForce`). */
    numberEpoch: { type: 'number' },
    /** Changes when another agent is connected: earlier messages belong to another session. */
    sessionId: { type: 'string', required: true },
    routing: { type: ['agent', 'webhook'] as const },
    webhookId: { type: 'string' },
    /** Raised with each routing change; lifecycle events derive from it. */
    routingVersion: { type: 'number', required: true },
    /** The provider's time of the newest inbound message; decides the service window. */
    lastInboundAt: { type: 'number' },
    /** When the schedule that checks the service window is due; absent without one. */
    armed: { type: 'number' },
    /** The `lastInboundAt` of the last window whose `expiring` event, and whose `closed` event, was processed. */
    expiringFor: { type: 'number' },
    closedFor: { type: 'number' },
    /** The number of inbound messages; defines their order and which of them have a reply. */
    inboundSeq: { type: 'number', required: true },
    /** The `inboundSeq` up to which a person read the messages. Absent in a conversation that none has read. */
    readSeq: { type: 'number', field: 'rs' },
    /** When the last message of the customer was received. */
    inboundTakenAt: { type: 'number' },
    /** Marks of the inbound messages that were counted last, newest first (`countedWith`). */
    counted: { type: 'list', items: { type: 'string' }, field: 'ci' },
    /** The first runs of messages with a time ahead of ours, newest first (`messageIdOf`). */
    ahead: {
      type: 'list',
      field: 'ah',
      items: {
        type: 'map',
        properties: {
          mark: { type: 'string', required: true, field: 'm' },
          time: { type: 'number', required: true, field: 't' },
        },
      },
    },
    /** The mark of the newest of them, which each change replaces. */
    aheadMark: { type: 'string', field: 'am' },
    lastMessageId: { type: 'string' },
    /** The text of the last message in either direction. */
    lastMessage: { type: 'string', required: true },
    /** The time of `lastMessage`. */
    lastMessageAt: { type: 'number' },
    /** Who wrote the last message, and its type (`previewOf`). */
    lastMessageBy: { type: ['customer', 'agent', 'person'] as const, field: 'lb' },
    lastMessageType: { type: 'string', field: 'lt' },
    /** The number of stored messages; those of an interrupted run may be missing. */
    messageCount: { type: 'number' },
    latestReferral: referral,
    humanTakeoverUntil: { type: 'number' },
    /** Who took it over last; empty for the owner in the provider's app. */
    takenOverBy: authorAttribute,
    /** The last session that a person took over. */
    personSession: { type: 'string', field: 'ps' },
    /**
     * Who answers the customer since then, once another agent on the number did. `returns`: a person took it
     * from the other agent, and a handback gives it back.
     */
    control: {
      type: 'map',
      field: 'ct',
      properties: {
        holder: { type: ['service', 'other_agent'] as const, required: true, field: 'h' },
        at: { type: 'number', required: true, field: 'a' },
        returns: { type: 'boolean', field: 'r' },
      },
    },
    /** Who is writing a message, and until when that holds (`writing.ts`). */
    writer: { ...authorAttribute, field: 'wr' },
    writerUntil: { type: 'number', field: 'wu' },
    /** The id of its newest event (`ConversationEventEntity`), written with it. */
    eventId: { type: 'string' },
    /** Since when a person is needed, because the agent cannot answer; else absent. */
    humanNeededSince: { type: 'number' },
    /** Why, if it is a limit or an undelivered reply. It counts together with `humanNeededSince` only. */
    reachedLimit: { type: 'string', field: 'rl' },
    /** Why the last turn failed that failed, and when. It stays after an answer. */
    failure: {
      type: 'map',
      field: 'tf',
      properties: {
        cause: { type: TURN_FAILURES, required: true, field: 'c' },
        at: { type: 'number', required: true, field: 'a' },
      },
    },
    /** The agent's request for a person (`Handoff`). It pauses the agent until handback. */
    handoff: { type: 'map', field: 'ho', properties: { ...handoff, summary: { type: 'string', required: true } } },
    /** Its latest requests before, oldest first. */
    pastHandoffs: {
      type: 'list',
      field: 'hp',
      items: { type: 'map', properties: { ...handoff, endedAt: { type: 'number', required: true } } },
    },
    /** Its place in the list of conversations whose customers may wait (`waiting-entry.ts`), which `judgeWaiting` decides. */
    waitingIn: { type: 'string', field: 'wi' },
    waitingAt: { type: 'string', field: 'wt' },
    /** The `waitingAt` about which members were mailed after 15 minutes. */
    mailedWait: { type: 'string', field: 'mw' },
    /** The `inboundSeq` up to which an agent answered. A person need not read these messages. */
    answeredSeq: { type: 'number', field: 'as' },
    /** The `inboundSeq` up to which nobody waits: a person replied, or the customer opted out. A new request removes it. */
    settledSeq: { type: 'number', field: 'ss' },
    /** The `inboundSeq` at which a member closed it. A later message reopens it. */
    doneSeq: { type: 'number', field: 'ds' },
    /** The session of the last message of an agent. */
    answeredSession: { type: 'string' },
    /** The first reply to the customer in it: when, and how long after the customer's message. Milliseconds. */
    firstAnswer: {
      type: 'map',
      field: 'fa',
      properties: {
        at: { type: 'number', required: true, field: 'a' },
        afterMs: { type: 'number', required: true, field: 'm' },
      },
    },
    /** The session whose end is watched (`watchSession`). */
    watchedSession: { type: 'string', field: 'ws' },
    /** What the turns of agents used, in all and in the session of the last turn (`costAfter`). Ids are cut. */
    cost: {
      type: 'map',
      field: 'co',
      properties: {
        turnId: { type: 'string', required: true, field: 'ti' },
        sessionId: { type: 'string', required: true, field: 'si' },
        session: { ...cost, field: 's' },
        total: { ...cost, field: 't' },
      },
    },
    /** The last activity at the last rewrite of the index entry, and its shard. */
    listedAt: { type: 'number', padding: { length: 13, char: '0' } },
    listShard: { type: 'number' },
    createdAt: { type: 'number', required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'c#${organizationId}#${id}'), sk: key('sk', 'conversation') },
    waiting: { index: 'gsi1', pk: key('gsi1pk', 'waiting#${waitingIn}'), sk: key('gsi1sk', '${waitingAt}') },
    byActivity: {
      index: 'gsi2',
      projection: 'keys_only',
      pk: key('gsi2pk', 'o#${organizationId}#conversations#${listShard}'),
      sk: key('gsi2sk', '${listedAt}#${id}'),
    },
  },
}))
export type ConversationItem = EntityItem<typeof ConversationEntity>

/** Returns the stored conversation (see `sessionInForce`), strongly consistent, or null if it does not exist. */
export async function findConversation(organizationId: string, id: string): Promise<ConversationItem | null> {
  if (!isUuid(id)) return null
  const { data } = await ConversationEntity.get({ organizationId, id }).go({ consistent: true })
  return data
}

/** Returns attributes that rewrite the index entry of a conversation active at `at`; none if it is recent enough. */
export function listEntry(
  { id, listedAt }: Pick<ConversationItem, 'id' | 'listedAt'>,
  at: EpochMs,
): Pick<ConversationItem, 'listedAt' | 'listShard'> {
  if (listedAt !== undefined && at < listedAt + ENTRY_LAG_MILLISECONDS) return {}
  return { listedAt: at, listShard: Number.parseInt(id.slice(-1), 16) % LIST_SHARDS }
}

/**
 * When to check whether the messages of a conversation have expired (`expireConversations`). DynamoDB deletes it
 * then, and the table's stream tells the worker. So an active conversation costs one write per retention period, not
 * one per message. Access: none; in the partition of the conversation.
 */
export const ConversationExpiryEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'conversationExpiry', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'expiry') },
  },
}))

/** The partition of a conversation with its messages, turns and wake-ups. */
export const conversationPartition = key('pk', 'c#${organizationId}#${conversationId}')
