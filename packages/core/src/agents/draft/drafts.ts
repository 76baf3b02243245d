import type { Agent, AgentChange } from '@messaging/contract/agents.ts'
import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import type { Caller } from '../../platform/caller.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { sealJson } from '../../platform/secrets/seal.ts'
import { Revised } from '../../platform/table/revision.ts'
import { splitSecrets, unmaskSecrets } from '../agent-secrets.ts'
import { type AgentSettings, asSettings, EMPTY_SETTINGS } from '../agent-settings.ts'
import { agentView } from '../agent-view.ts'
import { checkReferences } from '../check-references.ts'
import { editOf, getOwnAgent, openAgent } from '../find-agent.ts'
import { mergeSettings } from '../merge-settings.ts'
import { assertAgentFits, fresh, rewriteAgent } from '../write-agent.ts'
import { AgentDraftEntity } from './agent-draft-entity.ts'
import { findDraft } from './draft-store.ts'

const CHANGED = 'The agent was changed concurrently. Get it and try again.'

/** Returns an agent of the caller's organisation with the fields of its draft, if it has one. @throws ServiceError 404 */
export async function viewDraft(caller: Caller, id: string, seenBy: Caller): Promise<Revised<Agent>> {
  const live = await getOwnAgent(caller, id)
  const drafted = await findDraft(live)
  return new Revised(await agentView(seenBy, drafted?.agent ?? live), live.version)
}

/**
 * `PUT /agents/{id}/draft/`: changes fields in the draft, which begins as the live agent. Fields that equal those of the live
 * agent are not part of it, and a draft without fields is deleted. Documents are always those of the live agent.
 * @throws ServiceError 409 after a concurrent change
 */
export async function saveDraft(caller: Caller, id: string, change: AgentChange): Promise<undefined> {
  const { organizationId } = caller
  const live = await getOwnAgent(caller, id)
  const drafted = await findDraft(live)
  const [published, before] = await Promise.all([openAgent(live), openAgent(drafted?.agent ?? live)])
  const merged = mergeSettings(before.settings, { ...change, documents: undefined }, id, fresh)
  const settings = unmaskSecrets(merged, before.secrets)
  await checkReferences(organizationId, before.settings, settings)
  assertAgentFits(settings, splitSecrets(settings).secrets)
  const fields = differing(published.settings, settings)
  // A draft without a difference is none.
  if (fields.length === 0) return await deleteDraft(caller, id)
  const { bare, secrets } = splitSecrets(asSettings({ ...EMPTY_SETTINGS, ...pick(settings, fields) }))
  const version = (drafted?.draft.version ?? 0) + 1
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
  return undefined
}

/** `DELETE /agents/{id}/draft/`: deletes the draft. Idempotent. */
export async function deleteDraft(caller: Caller, id: string): Promise<undefined> {
  await getOwnAgent(caller, id)
  await AgentDraftEntity.delete({ organizationId: caller.organizationId, id }).go()
  return undefined
}

/**
 * `POST /agents/{id}/draft/publish/`: makes the draft the live agent and deletes it, in one write.
 * @throws ServiceError 404 without a draft; 409 after a concurrent change
 */
export async function publishDraft(caller: Caller, id: string, now: number): Promise<undefined> {
  const { organizationId } = caller
  const live = await getOwnAgent(caller, id)
  const drafted = await findDraft(live)
  if (!drafted) throw notFound('draft')
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
