import type { AgentChange } from '@replywright/contract/agents.ts'
import type { AgentVersion, SettingChange } from '@replywright/contract/dashboard/agents.ts'
import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { type TestRun, type TestRunInput, TestRunInput as TestRunSchema } from '@replywright/contract/test-runs.ts'
import type { EntityItem } from 'electrodb'
import * as v from 'valibot'
import { expiryAfter, isLive, isoTime, timeOrNull } from '../../platform/clock.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { assertRevision, type Caller, Revised } from '../../platform/request.ts'
import { sealJson } from '../../platform/secrets/secrets.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { AgentDraftEntity, type AgentDraftItem } from '../agent-entity.ts'
import { splitSecrets, unmaskSecrets } from '../agent-secrets.ts'
import { type AgentSettings, asSettings, EMPTY_SETTINGS } from '../agent-settings.ts'
import { checkReferences } from '../check-references.ts'
import { editOf, findAgentHead, getOwnAgent, openAgent, type StoredAgent } from '../find-agent.ts'
import { mergeSettings } from '../merge-settings.ts'
import { assertAgentFits, fresh, rewriteAgent } from '../write-agent.ts'
import { compareSettings } from './compare-settings.ts'
import { agentOfVersion, listVersionItems } from './version-store.ts'

/** Returns the versions of an agent with what changed in each, newest first. @throws ServiceError 404 */
export async function listVersions(
  caller: Caller,
  id: string,
  now: number,
): Promise<{ readonly results: AgentVersion[] }> {
  const versions = await readVersions(caller, id, now)
  const opened = await Promise.all(versions.map(openAgent))
  const results = versions.map((agent, index) => {
    const [after, before] = [opened[index], opened[index + 1]]
    const isNext = versions[index + 1]?.version === agent.version - 1
    const changes = after && before && isNext ? compareSettings(before.settings, after.settings) : undefined
    const fields = changes ? [...new Set(changes.map(({ field }) => field))] : agent.version === 1 ? [] : null
    return { ...viewVersion(agent), isCurrent: index === 0, fields }
  })
  return { results }
}

/**
 * Returns the differences between a version and the one before, or from a version to the current one.
 * @throws ServiceError 404 if one of them is not stored
 */
export async function getVersion(
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  other: 'previous' | 'current',
  now: number,
): Promise<Omit<AgentVersion, 'isCurrent' | 'fields'> & { readonly changes: SettingChange[] }> {
  const versions = await readVersions(caller, id, now)
  const chosen = findVersion(versions, version)
  const [before, after] =
    other === 'previous' ? [findVersion(versions, version - 1), chosen] : [chosen, versions[0] ?? chosen]
  const [old, newer] = await Promise.all([openAgent(before), openAgent(after)])
  const changes = compareSettings(old.settings, newer.settings)
  return { ...viewVersion(chosen), changes }
}

/** Returns the current version and the stored ones, newest first. */
async function readVersions(caller: Caller, id: string, now: number): Promise<StoredAgent[]> {
  const agent = await getOwnAgent(caller, id)
  const previous = (await listVersionItems(caller.organizationId, id, now)).map((item) => agentOfVersion(agent, item))
  const older = previous.filter(({ version }) => version < agent.version)
  return [agent, ...older.toSorted((one, other) => other.version - one.version)]
}

function findVersion(versions: readonly StoredAgent[], version: number): StoredAgent {
  const found = versions.find((agent) => agent.version === version)
  if (!found) throw notFound('version')
  return found
}

function viewVersion({ version, edit }: StoredAgent): Omit<AgentVersion, 'isCurrent' | 'fields'> {
  const { changedAt, changedBy, changedWith = 'user' } = edit
  return {
    version,
    changedAt: timeOrNull(changedAt),
    changedBy: changedBy === undefined ? null : { kind: changedWith, name: changedBy },
  }
}

/**
 * Saves the settings of a previous version as a new version, with its secrets. Documents and the picture stay, because
 * deleted files cannot be restored.
 * @throws ServiceError 400 if it refers to a deleted agent or connector; 404 if it is not stored; 409 after a change
 */
export async function restoreVersion(
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  { revision, now }: { readonly revision: number | undefined; readonly now: number },
): Promise<{ readonly version: number }> {
  const { organizationId } = caller
  const current = await getOwnAgent(caller, id)
  assertRevision(revision, current.version, 'agent')
  const item = (await listVersionItems(organizationId, id, now)).find((one) => one.version === version)
  if (!item) throw notFound('version')
  const [agent, previous] = await Promise.all([openAgent(current), openAgent(agentOfVersion(current, item))])
  const { documents, picture } = agent.settings
  const settings = { ...previous.settings, documents, picture }
  await checkReferences(organizationId, agent.settings, settings)
  const restored = await rewriteAgent(agent, settings, editOf(caller, now))
  if (!restored) throw conflict('changed_concurrently', 'The agent was changed concurrently. Get it and try again.')
  log('agent.restored', { organizationId, agentId: id, version: restored.stored.version, from: version })
  return { version: restored.stored.version }
}

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
  { revision, now }: { readonly revision: number | undefined; readonly now: number },
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

const SHOWN_RUNS = 20

/** Stores the results of tests of an agent, once for each `id`. `now` in milliseconds. @throws ServiceError 404 */
export async function storeTestRun(
  organizationId: string,
  agentId: string,
  { id, run }: { readonly id: string; readonly run: TestRunInput },
  now: number,
): Promise<TestRun> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
  const item = {
    organizationId,
    agentId,
    id,
    file: run.file,
    draft: run.draft,
    results: JSON.stringify(run.results),
    createdAt: now,
    expiresAt: expiryAfter(now, TEST_RUN_DAYS),
  }
  await TestRunEntity.put(item).go()
  return testRunView(item)
}

/** Returns the latest runs of an agent, newest first. @throws ServiceError 404 for an unknown agent */
export async function listTestRuns(
  organizationId: string,
  agentId: string,
  now: number,
): Promise<{ readonly results: TestRun[] }> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
  const { data } = await TestRunEntity.query
    .byAgent({ organizationId, agentId })
    .go({ order: 'desc', limit: SHOWN_RUNS })
  return { results: data.filter((item) => isLive(item, now)).map(testRunView) }
}

function testRunView({ id, file, draft, results, createdAt }: TestRunItem): TestRun {
  // Not a constant, so that bundles without test runs do not contain it.
  const read = v.parse(v.pipe(v.string(), v.parseJson(), TestRunSchema.entries.results), results)
  return { id, file, draft, results: read, passed: read.every(({ passed }) => passed), createdAt: isoTime(createdAt) }
}

/** Days that the results of tests are stored. */
const TEST_RUN_DAYS = 90

/** The results of a file of tests of an agent. Access: the latest of an agent. Kept 90 days, also of a deleted agent. */
export const TestRunEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'testRun', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    /** Sorts by time. */
    id: { type: 'string', required: true, readOnly: true },
    file: { type: 'string', required: true, readOnly: true },
    draft: { type: 'boolean', required: true, readOnly: true },
    /** The results, as JSON. */
    results: { type: 'string', required: true, readOnly: true },
    createdAt: { type: 'number', required: true, readOnly: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byAgent: { pk: key('pk', 'testRuns#${organizationId}#${agentId}'), sk: key('sk', '${id}') },
  },
}))
type TestRunItem = EntityItem<typeof TestRunEntity>
