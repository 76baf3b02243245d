import { randomBytes } from 'node:crypto'
import { MOST_AGENTS } from '@replywright/contract/agents.ts'
import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { toolProblem } from '@replywright/contract/tool-problem.ts'
import { monthOf, newId } from '../platform/clock.ts'
import { conflict, InternalError, ServiceError } from '../platform/errors.ts'
import { CounterEntity, hasRoomFor } from '../platform/paging/counter-entity.ts'
import type { Caller } from '../platform/request.ts'
import { sealJson } from '../platform/secrets/secrets.ts'
import { CONFLICT_TRIES, refusals, retryConflict, transact } from '../platform/table/transact.ts'
import { AgentBodyEntity, AgentCountEntity, AgentEntity } from './agent-entity.ts'
import { type AgentSecrets, splitSecrets, unknownSecrets } from './agent-secrets.ts'
import { type AgentSettings, storedSettings } from './agent-settings.ts'
import { DocumentEntity, type NewDocumentItem } from './documents/document-entity.ts'
import { AgentDraftEntity, type AgentDraftItem } from './draft/draft-entity.ts'
import { type Edit, editOf, findAgent, getOwnAgent, type OpenAgent, openAgent } from './find-agent.ts'
import type { Fresh } from './merge-settings.ts'
import { TriggerEntity } from './trigger-entity.ts'
import { AgentVersionEntity, versionItem } from './versions/version-store.ts'
import { websiteChanges } from './websites/website-config.ts'
import { newWebsite, WebsiteEntity } from './websites/website-entity.ts'

/** Nouns of the counters of agents, and of agents shared with a user, which use the user's id as the organisation's. */
export const AGENTS = 'agents'
export const SHARED_AGENTS = 'shared-agents'

/** Creates ids that sort by time, and secrets of 32 characters. */
export const fresh: Fresh = { id: newId, triggerSecret: () => randomBytes(24).toString('base64url') }

const entities = {
  heads: AgentEntity,
  bodies: AgentBodyEntity,
  counts: AgentCountEntity,
  triggers: TriggerEntity,
  counters: CounterEntity,
  documents: DocumentEntity,
  versions: AgentVersionEntity,
  drafts: AgentDraftEntity,
  websites: WebsiteEntity,
}

/** The place of the counter among the writes of a new agent. */
const COUNTER = 3

/**
 * Stores a new agent, or returns the one with its id.
 * @throws ServiceError 413 for an agent that is too large, 409 if the organisation has too many
 */
export async function insertAgent(
  organizationId: string,
  id: string,
  settings: AgentSettings,
  edit: Edit & { readonly changedAt: EpochMs },
): Promise<OpenAgent> {
  const { bare, secrets, sealed } = await seal(organizationId, settings)
  const key = { organizationId, id }
  const version = 1
  const head = { ...key, version, ...headOf(settings), createdAt: edit.changedAt }
  const { begun } = websiteChanges({ websiteTools: [] }, settings)
  const refused = await refusals(entities, ({ heads, bodies, counts, triggers, counters, websites }) => [
    heads.create(head).commit(),
    bodies.put({ ...key, version, ...bodyOf(bare), secrets: sealed, ...edit }).commit(),
    counts.put({ ...key, month: monthOf(edit.changedAt) }).commit(),
    counters.update({ organizationId, noun: AGENTS }).add({ count: 1 }).where(hasRoomFor(MOST_AGENTS)).commit(),
    ...settings.outboundTriggers.map((trigger) =>
      triggers.put({ id: trigger.id, organizationId, agentId: id }).commit(),
    ),
    ...begun.map((website) => websites.put(newWebsite(organizationId, id, website, edit.changedAt)).commit()),
  ])
  if (refused.length === 0) return { stored: { head, version, settings: bare, sealed, edit }, settings, secrets }
  const existing = await findAgent(organizationId, id)
  if (!existing && refused.includes(COUNTER))
    throw conflict('limit_reached', `The organisation has ${MOST_AGENTS} agents, which is the limit. Delete one first.`)
  if (!existing) throw new InternalError(`agent ${id} was deleted while it was created`)
  return await openAgent(existing)
}

/**
 * Stores new settings of an agent, conditional on the version that was read, and stores that version too
 * (`listVersionItems`). Returns the agent, or undefined after a concurrent change.
 * @param added documents that are new in the settings
 * @param draft the draft that is published, which is deleted
 */
export async function rewriteAgent(
  { stored, settings: before, secrets: known }: OpenAgent,
  settings: AgentSettings,
  edit: Edit & { readonly changedAt: EpochMs },
  { added = [], draft }: { readonly added?: readonly NewDocumentItem[]; readonly draft?: AgentDraftItem } = {},
): Promise<OpenAgent | undefined> {
  const { organizationId, id } = stored.head
  const { bare, secrets, sealed } = await seal(organizationId, settings, unknownSecrets(before, settings, known))
  const version = stored.version + 1
  const set = { version, ...headOf(settings) }
  const triggersBefore = new Set(before.outboundTriggers.map((trigger) => trigger.id))
  const triggersAfter = new Set(settings.outboundTriggers.map((trigger) => trigger.id))
  const { begun, ended } = websiteChanges(before, settings)
  const written = await transact(entities, ({ heads, bodies, triggers, documents, versions, drafts, websites }) => [
    heads
      .patch({ organizationId, id })
      .set(set)
      .where((attributes, { eq }) => eq(attributes.version, stored.version))
      .commit(),
    // An upsert preserves attributes that only a later release knows.
    bodies.upsert({ organizationId, id, version, ...bodyOf(bare), secrets: sealed, ...edit }).commit(),
    versions.put(versionItem(stored, edit.changedAt)).commit(),
    ...[...triggersAfter.difference(triggersBefore)].map((trigger) =>
      triggers.put({ id: trigger, organizationId, agentId: id }).commit(),
    ),
    ...[...triggersBefore.difference(triggersAfter)].map((trigger) => triggers.delete({ id: trigger }).commit()),
    ...added.map((document) => documents.create(document).commit()),
    ...begun.map((website) => websites.put(newWebsite(organizationId, id, website, edit.changedAt)).commit()),
    ...ended.map((website) => websites.delete({ organizationId, agentId: id, ...website }).commit()),
    ...(draft
      ? [
          drafts
            .remove({ organizationId, id })
            .where((stored, { eq }) => eq(stored.version, draft.version))
            .commit(),
        ]
      : []),
  ])
  if (!written) return undefined
  return { stored: { head: { ...stored.head, ...set }, version, settings: bare, sealed, edit }, settings, secrets }
}

/**
 * Changes an agent despite concurrent changes: calls `amend` again after a conflict. `amend` returns undefined for no
 * change.
 * @param added documents that the changed settings add
 */
export async function amendAgent(
  caller: Caller,
  id: string,
  amend: (settings: AgentSettings) => AgentSettings | undefined,
  now: EpochMs,
  added: readonly NewDocumentItem[] = [],
): Promise<OpenAgent> {
  return await retryConflict(CONFLICT_TRIES, 'The agent was changed concurrently. Try again.', async () => {
    const agent = await openAgent(await getOwnAgent(caller, id))
    const settings = amend(agent.settings)
    return settings ? await rewriteAgent(agent, settings, editOf(caller, now), { added }) : agent
  })
}

function headOf(settings: AgentSettings) {
  const { name, tools } = settings
  const toolProblems = tools.filter(({ active, apiSchema }) => active && toolProblem(apiSchema) !== undefined).length
  return { name, size: responseSize(settings), toolProblems }
}

function bodyOf(bare: AgentSettings) {
  return { settings: stringifyExactJson(bare), format: storedSettings.format }
}

/** @param more secrets to store in addition to those of the settings */
async function seal(organizationId: string, settings: AgentSettings, more: AgentSecrets = {}) {
  const { bare, secrets: known } = splitSecrets(settings)
  const secrets = { ...more, ...known }
  assertAgentFits(settings, secrets)
  return { bare, secrets, sealed: await sealJson('agent-secret', organizationId, secrets) }
}

/** Limits of the design ("Numbers to hold"). Settings and secrets together fit one item of the table. */
const LARGEST_AGENT_BYTES = 300 * 1024
const LARGEST_SECRETS_BYTES = 48 * 1024

/** A signed URL contains a session token. */
const SIGNED_URL_BYTES = 2048

/** @throws ServiceError 413 for an agent that is too large */
export function assertAgentFits(settings: AgentSettings, secrets: AgentSecrets): void {
  const size = Buffer.byteLength(stringifyExactJson(settings))
  if (size > LARGEST_AGENT_BYTES) throw tooLarge('The agent', size, LARGEST_AGENT_BYTES)
  const secretsSize = Buffer.byteLength(stringifyExactJson(secrets))
  if (secretsSize > LARGEST_SECRETS_BYTES)
    throw tooLarge(
      'The secrets and fixed values of the agent (without public ones)',
      secretsSize,
      LARGEST_SECRETS_BYTES,
    )
}

function tooLarge(what: string, size: number, limit: number): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `${what} would have ${Math.ceil(size / 1024)} KB as JSON. The maximum is ${limit / 1024} KB.`,
  )
}

/** Returns the bytes of the agent in a Lambda response, which contains JSON as a string in JSON. */
function responseSize(settings: AgentSettings): number {
  const json = JSON.stringify(stringifyExactJson(settings))
  return Buffer.byteLength(json) + (settings.documents.length + 1) * SIGNED_URL_BYTES
}
