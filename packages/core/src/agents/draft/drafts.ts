import type { AgentChange } from '@replywright/contract/agents.ts'
import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { assertRevision, Revised } from '../../platform/revision.ts'
import { sealJson } from '../../platform/secrets/secrets.ts'
import { splitSecrets, unmaskSecrets } from '../agent-secrets.ts'
import { type AgentSettings, asSettings, EMPTY_SETTINGS } from '../agent-settings.ts'
import { checkReferences } from '../check-references.ts'
import { editOf, getOwnAgent, openAgent, type StoredAgent } from '../find-agent.ts'
import { mergeSettings } from '../merge-settings.ts'
import { assertAgentFits, fresh, rewriteAgent } from '../write-agent.ts'
import { AgentDraftEntity, type AgentDraftItem } from './draft-entity.ts'

const CHANGED = 'The agent was changed concurrently. Get it and try again.'

/**
 * `PUT /agents/{id}/draft/`: changes fields in the draft, which begins as the live agent. Fields that equal those of the live
 * agent are not part of it, and a draft without fields is deleted. Documents are always those of the live agent.
 * @throws ServiceError 409 after a concurrent change, or if `revision` is outdated
 */
export async function saveDraft(
  caller: Caller,
  id: string,
  change: AgentChange,
  { revision, now }: { readonly revision: number | undefined; readonly now: EpochMs },
): Promise<Revised<undefined>> {
  const { organizationId } = caller
  const live = await getOwnAgent(caller, id)
  const drafted = await findDraft(live)
  assertRevision(revision, revisionOfDraft(live, drafted), 'draft')
  const [published, before] = await Promise.all([openAgent(live), openAgent(drafted?.agent ?? live)])
  const merged = mergeSettings(before.settings, { ...change, documents: undefined }, id, fresh)
  const settings = unmaskSecrets(merged, before.secrets)
  await checkReferences(organizationId, before.settings, settings)
  assertAgentFits(settings, splitSecrets(settings).secrets)
  const fields = differing(published.settings, settings)
  // A draft without a difference is none.
  if (fields.length === 0) {
    if (drafted) await removeDraft(drafted.draft)
    return new Revised(undefined, live.version)
  }
  const { bare, secrets } = splitSecrets(asSettings({ ...EMPTY_SETTINGS, ...pick(settings, fields) }))
  // The time, so that a draft that was deleted and is created again never has an earlier version.
  const version = Math.max(now, (drafted?.draft.version ?? 0) + 1)
  const item = {
    organizationId,
    id,
    version,
    settings: stringifyExactJson(pick(bare, fields)),
    secrets: await sealJson('agent-secret', organizationId, secrets),
  }
  const { rejected } = await AgentDraftEntity.put(item)
    .where((stored, { eq, notExists }) =>
      drafted ? eq(stored.version, drafted.draft.version) : notExists(stored.version),
    )
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw conflict('changed_concurrently', CHANGED)
  log('agent.draft_saved', { organizationId, agentId: id, fields: fields.length })
  return new Revised(undefined, version)
}

/** Deletes a draft. @throws ServiceError 409 after a concurrent change */
async function removeDraft({ organizationId, id, version }: AgentDraftItem): Promise<void> {
  const { rejected } = await AgentDraftEntity.remove({ organizationId, id })
    .where((stored, { eq }) => eq(stored.version, version))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw conflict('changed_concurrently', CHANGED)
}

/** `DELETE /agents/{id}/draft/`: deletes the draft. Idempotent. */
export async function deleteDraft(caller: Caller, id: string): Promise<undefined> {
  await getOwnAgent(caller, id)
  await AgentDraftEntity.delete({ organizationId: caller.organizationId, id }).go()
  return undefined
}

/**
 * `POST /agents/{id}/draft/publish/`: makes the draft the live agent and deletes it, in one write. `assertPublishable` throws if this draft
 * may not be published.
 * @throws ServiceError 404 without a draft; 409 after a concurrent change
 */
export async function publishDraft(
  caller: Caller,
  id: string,
  now: EpochMs,
  assertPublishable: (live: StoredAgent, draft: AgentDraftItem) => Promise<void>,
): Promise<undefined> {
  const { organizationId } = caller
  const live = await getOwnAgent(caller, id)
  const drafted = await findDraft(live)
  if (!drafted) throw notFound('draft')
  await assertPublishable(live, drafted.draft)
  const [agent, { settings }] = await Promise.all([openAgent(live), openAgent(drafted.agent)])
  await checkReferences(organizationId, agent.settings, settings)
  const written = await rewriteAgent(agent, settings, editOf(caller, now), { draft: drafted.draft })
  if (!written) throw conflict('changed_concurrently', CHANGED)
  log('agent.draft_published', { organizationId, agentId: id, version: written.stored.version })
  return undefined
}

function differing(before: AgentSettings, after: AgentSettings): string[] {
  const known = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) =>
    stringifyExactJson(value) === stringifyExactJson(known.get(name)) ? [] : [name],
  )
}

function pick(settings: AgentSettings, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => fields.includes(name)))
}

/** An agent as it would be after its draft is published. */
interface DraftedAgent {
  readonly agent: StoredAgent
  readonly draft: AgentDraftItem
  /** The fields of the draft, without secrets. */
  readonly fields: JsonObject
}

/**
 * Returns the revision of an agent's draft: that of the published agent without one, because a draft begins as it. A
 * draft's own is a time, so the two never meet.
 */
export function revisionOfDraft(live: Pick<StoredAgent, 'version'>, drafted: DraftedAgent | undefined): number {
  return drafted?.draft.version ?? live.version
}

/** Returns an agent with the fields of its draft, read consistently, or undefined if it has no draft. */
export async function findDraft(agent: StoredAgent): Promise<DraftedAgent | undefined> {
  const { organizationId, id } = agent.head
  const { data: draft } = await AgentDraftEntity.get({ organizationId, id }).go({ consistent: true })
  if (!draft) return undefined
  const fields = parseExactJson(draft.settings)
  if (!isObject(fields)) return undefined
  const settings = asSettings({ ...agent.settings, ...fields })
  return { agent: { ...agent, settings, draftSealed: draft.secrets }, draft, fields }
}
