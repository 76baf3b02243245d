import type { EntityItem } from 'electrodb'
import { entity, key } from '../platform/table/entity.ts'
import { formatAttribute } from '../platform/table/table.ts'

/**
 * The head of an agent: the data for lists and versions. The settings are in `AgentBodyEntity`, in the same partition.
 * Access: by id within its organisation; all of an organisation, newest first. Kept until deleted.
 */
export const AgentEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agent', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    /** Increases with each change of the body. A change is conditional on it. */
    version: { type: 'number', required: true },
    /** Approximate size of the agent in a response, in bytes. */
    size: { type: 'number', required: true },
    /** Number of active tools with a problem (`toolProblem`). */
    toolProblems: { type: 'number' },
    /** Number of users that it is shared with. */
    shares: { type: 'number' },
    /** Number of connections to a number so far. A deletion uses it to detect a concurrent connection. */
    connections: { type: 'number' },
    createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
  },
  indexes: {
    byId: { pk: key('pk', 'agent#${organizationId}#${id}'), sk: key('sk', 'agent') },
    byOrganization: {
      index: 'gsi1',
      pk: key('gsi1pk', 'o#${organizationId}#agents'),
      sk: key('gsi1sk', '${createdAt}#${id}'),
    },
  },
}))
export type AgentItem = EntityItem<typeof AgentEntity>

/** The encrypted secrets of stored settings (`sealJson`), purpose `agent-secret`, and the format of the settings. */
export const sealedAttributes = {
  format: formatAttribute,
  secrets: { type: 'list', items: { type: 'string' }, required: true },
} as const

/** Who created a version of an agent, and when. Absent if it is unknown. */
export const editAttributes = {
  changedAt: { type: 'number' },
  changedBy: { type: 'string' },
  changedWith: { type: ['user', 'apiKey'] },
} as const

/**
 * The settings of one version of an agent. They are written together with the head (`AgentEntity`). Access: by the
 * agent's id within its organisation. Kept as long as the agent.
 */
export const AgentBodyEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentBody', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    version: { type: 'number', required: true },
    /** `AgentSettings` as JSON (`storedSettings`), without secrets. */
    settings: { type: 'string', required: true },
    ...sealedAttributes,
    ...editAttributes,
  },
  indexes: {
    byId: { pk: key('pk', 'agent#${organizationId}#${id}'), sk: key('sk', 'body') },
  },
}))
export type AgentBodyItem = EntityItem<typeof AgentBodyEntity>

/**
 * The counters of an agent, in its partition. They are not on the head, which is in an index, so that a turn does not
 * write to the index. Access: by the agent's id. Kept as long as the agent.
 */
export const AgentCountEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'agentCount', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** Messages that it sent, and sessions that it answered first. */
    totalMessages: { type: 'number' },
    totalSessions: { type: 'number' },
    /** Credits used by its tools. */
    credits: { type: 'number' },
    /** Tokens that its models read and wrote. */
    inputTokens: { type: 'number' },
    outputTokens: { type: 'number' },
    /** The read tokens that came from a cache. */
    cachedTokens: { type: 'number' },
    /** Their price in millionths of a USD, as far as it is known. */
    microUsd: { type: 'number' },
    /** Turns in which it took part and descriptions of its sessions, and the seconds of voice messages that were transcribed for it. */
    turns: { type: 'number' },
    voiceSeconds: { type: 'number' },
    /** Messages that its packed replies saved. */
    savedMessages: { type: 'number' },
    /** The month (`YYYY-MM`) for which turns are counted now, and the counters at its start (`openMonth`). */
    month: { type: 'string' },
    /** The month and the agent's limit about which members were mailed last. */
    warnedFor: { type: 'string' },
    monthStart: {
      type: 'map',
      properties: {
        turns: { type: 'number' },
        inputTokens: { type: 'number' },
        outputTokens: { type: 'number' },
        cachedTokens: { type: 'number' },
        voiceSeconds: { type: 'number' },
        savedMessages: { type: 'number' },
        microUsd: { type: 'number' },
      },
    },
  },
  indexes: {
    byId: { pk: key('pk', 'agent#${organizationId}#${id}'), sk: key('sk', 'count') },
  },
}))
export type AgentCountItem = EntityItem<typeof AgentCountEntity>
