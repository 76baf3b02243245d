import type { Agent, AgentChange } from '@replywright/contract/agents.ts'
import { LARGEST_FORM_FILE_BYTES } from '@replywright/contract/agents-files.ts'
import type { PageQuery, PageResponse } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { disconnectNumbers } from '../channel/numbers/numbers.ts'
import { conflict, invalidField, notFound, ServiceError } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { deleteObjects, imageType, putObject } from '../platform/objects/objects.ts'
import { CounterEntity, countOf } from '../platform/paging/counter-entity.ts'
import { countThatFits } from '../platform/paging/fit-response.ts'
import { listPage } from '../platform/paging/page.ts'
import type { Caller } from '../platform/request.ts'
import { assertRevision, Revised } from '../platform/revision.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../platform/table/transact.ts'
import { AgentBodyEntity, AgentCountEntity, AgentEntity } from './agent-entity.ts'
import { unmaskSecrets } from './agent-secrets.ts'
import { EMPTY_SETTINGS } from './agent-settings.ts'
import { checkReferences } from './check-references.ts'
import { removeDocuments, removeFromIndex } from './documents/document-entity.ts'
import { deleteIndex } from './documents/search/part-store.ts'
import { AgentDraftEntity } from './draft/draft-entity.ts'
import { findDraft, revisionOfDraft } from './draft/drafts.ts'
import { ExamEntity } from './exam-entity.ts'
import { editOf, findAgent, getOwnAgent, getVisibleAgent, openAgent, type StoredAgent } from './find-agent.ts'
import { mergeSettings } from './merge-settings.ts'
import { deleteSavedTests } from './saved-tests.ts'
import { removeShares } from './shares/agent-shares.ts'
import { deleteInvitationsOfAgent } from './shares/share-invitation-entity.ts'
import { TriggerEntity } from './trigger-entity.ts'
import { AgentMonthEntity, endedMonth, unchangedSince } from './usage/agent-month.ts'
import { deleteVersions } from './versions/version-store.ts'
import { agentView, headsVisibleTo, viewHeads } from './view-agents.ts'
import { endWebsites } from './websites/end-website.ts'
import { AGENTS, amendAgent, fresh, insertAgent, rewriteAgent, SHARED_AGENTS } from './write-agent.ts'

/**
 * `GET /agents/`: returns the organisation's agents, newest first, then those shared with the caller. Reads the heads
 * and bodies of one page only. Large agents make a page shorter.
 */
export async function listAgents(caller: Caller, query: PageQuery): Promise<PageResponse<Agent>> {
  const { organizationId, userId } = caller
  const [own, shared, page] = await Promise.all([
    countOf(organizationId, AGENTS),
    countOf(userId, SHARED_AGENTS),
    listPage(query, headsVisibleTo(caller)),
  ])
  const fitting = countThatFits(page.items.map(({ size }) => size))
  const { items, nextCursor } =
    fitting < page.items.length ? await listPage({ ...query, limit: fitting }, headsVisibleTo(caller)) : page
  const count = own + shared
  return {
    count,
    results: await viewHeads(caller, items),
    // DynamoDB returns a cursor at the limit even if no item follows.
    nextCursor: query.offset + items.length < count ? nextCursor : null,
  }
}

/**
 * `GET /agents/{id}/`: returns an agent that the caller may see. With `draft` it is one of the caller's organisation,
 * with the fields of its draft if it has one.
 */
export async function viewAgent(
  caller: Caller,
  id: string,
  { draft, secrets }: { readonly draft?: 'true'; readonly secrets?: 'masked' },
): Promise<Revised<Agent>> {
  const seenBy = secrets === 'masked' ? { ...caller, permission: 'read' as const } : caller
  const live = await (draft ? getOwnAgent : getVisibleAgent)(caller, id)
  const drafted = draft ? await findDraft(live) : undefined
  return new Revised(await agentView(seenBy, drafted?.agent ?? live), revisionOfDraft(live, drafted))
}

/** `POST /agents/`: creates an agent under `id`, or returns the existing one for a repeated request. */
export async function createAgent(caller: Caller, id: string, input: AgentChange, now: EpochMs): Promise<Agent> {
  const { organizationId } = caller
  const existing = await findAgent(organizationId, id)
  if (existing) return await agentView(caller, existing)
  const settings = unmaskSecrets(mergeSettings(EMPTY_SETTINGS, input, id, fresh), {})
  await checkReferences(organizationId, EMPTY_SETTINGS, settings)
  const agent = await insertAgent(organizationId, id, settings, editOf(caller, now))
  log('agent.created', { organizationId, agentId: id, size: agent.stored.head.size })
  return await agentView(caller, agent)
}

/** Returns an agent for the repeat of the request that created it. @throws ServiceError 404 if it was deleted since */
export async function viewCreated(caller: Caller, id: string): Promise<Agent> {
  const agent = await findAgent(caller.organizationId, id)
  if (!agent) throw notFound('agent')
  return await agentView(caller, agent)
}

/**
 * `PUT` and `PATCH /agents/{id}/`: changes the fields that are sent. Omitted documents are deleted with their files.
 * @throws ServiceError 409 after a concurrent change, or if `revision` is outdated
 */
export async function updateAgent(
  caller: Caller,
  id: string,
  change: AgentChange,
  { revision, now }: { readonly revision: number | undefined; readonly now: EpochMs },
): Promise<Revised<Agent>> {
  const { organizationId } = caller
  const stored = await getOwnAgent(caller, id)
  assertRevision(revision, stored.version, 'agent')
  const agent = await openAgent(stored)
  const settings = unmaskSecrets(mergeSettings(agent.settings, change, id, fresh), agent.secrets)
  await checkReferences(organizationId, agent.settings, settings)
  const updated = await rewriteAgent(agent, settings, editOf(caller, now))
  if (!updated) throw conflict('changed_concurrently', 'The agent was changed concurrently. Get it and try again.')
  log('agent.updated', { organizationId, agentId: id, version: updated.stored.version, size: updated.stored.head.size })
  const remaining = new Set(settings.documents.map((document) => document.id))
  const removed = agent.settings.documents.flatMap((document) => (remaining.has(document.id) ? [] : [document.id]))
  await removeDocuments(organizationId, id, removed)
  await removeFromIndex(organizationId, id, removed)
  return new Revised(await agentView(caller, updated), updated.stored.version)
}

const CONFLICT = 'The agent was changed concurrently. Try again.'

/**
 * `DELETE /agents/{id}/`: deletes an agent permanently. First disconnects its numbers and deletes its shares, so that
 * an interrupted deletion can be repeated. Deletes its documents, files,
 * previous versions and pending shares last.
 */
export async function deleteAgent(caller: Caller, id: string): Promise<undefined> {
  let agent: StoredAgent | null = await getOwnAgent(caller, id)
  const { documents, picture } = await retryConflict(CONFLICT_TRIES, CONFLICT, async () => {
    agent ??= await findAgent(caller.organizationId, id)
    if (!agent) throw notFound('agent')
    await disconnectNumbers(caller.organizationId, id)
    await removeShares(caller.organizationId, id)
    if (await remove(agent)) return agent.settings
    agent = null
    return undefined
  })
  log('agent.deleted', { organizationId: caller.organizationId, agentId: id })
  await removeDocuments(
    caller.organizationId,
    id,
    documents.map((document) => document.id),
  )
  await deleteIndex({ organizationId: caller.organizationId, agentId: id })
  await endWebsites(caller.organizationId, id)
  await deleteVersions(caller.organizationId, id)
  await deleteSavedTests(caller.organizationId, id)
  await deleteInvitationsOfAgent(caller.organizationId, id)
  if (picture) await deleteObjects([picture])
  return undefined
}

/**
 * Deletes an agent that has no shares and is unchanged. Returns false if it was changed or connected since it was read.
 */
async function remove({ head, version, settings }: StoredAgent): Promise<boolean> {
  const { organizationId, id } = head
  const { data: count } = await AgentCountEntity.get({ organizationId, id }).go({ consistent: true })
  return await transact(
    {
      heads: AgentEntity,
      bodies: AgentBodyEntity,
      counts: AgentCountEntity,
      drafts: AgentDraftEntity,
      exams: ExamEntity,
      months: AgentMonthEntity,
      triggers: TriggerEntity,
      counters: CounterEntity,
    },
    ({ heads, bodies, counts, drafts, exams, months, triggers, counters }) => [
      heads
        .remove({ organizationId, id })
        .where((attributes, { eq, notExists }) =>
          [
            eq(attributes.version, version),
            `(${notExists(attributes.shares)} OR ${eq(attributes.shares, 0)})`,
            head.connections ? eq(attributes.connections, head.connections) : notExists(attributes.connections),
          ].join(' AND '),
        )
        .commit(),
      bodies.delete({ organizationId, id }).commit(),
      drafts.delete({ organizationId, id }).commit(),
      exams.delete({ organizationId, agentId: id }).commit(),
      ...(count
        ? [
            counts.remove({ organizationId, id }).where(unchangedSince(count)).commit(),
            ...endedMonth(head, count).map((ended) => months.put(ended).commit()),
          ]
        : []),
      counters.update({ organizationId, noun: AGENTS }).add({ count: -1 }).commit(),
      ...settings.outboundTriggers.map((trigger) => triggers.delete({ id: trigger.id }).commit()),
    ],
  )
}

/**
 * `POST /agents/{id}/picture/`: stores a new profile picture under the new id `pictureId` and deletes the former one.
 * @throws ServiceError 400 for a file that is not png, jpeg or webp; 413 above 4 MB
 */
export async function setPicture(
  caller: Caller,
  id: string,
  pictureId: string,
  file: File,
  now: EpochMs,
): Promise<Agent> {
  const bytes = await file.bytes()
  if (bytes.length > LARGEST_FORM_FILE_BYTES)
    throw new ServiceError('payload_too_large', 'The picture is larger than 4 MB. Send a smaller one.')
  const contentType = imageType(bytes)
  if (!contentType) throw invalidField('file', 'must be a png, jpeg or webp picture')
  await getOwnAgent(caller, id)
  const picture = `pictures/${caller.organizationId}/${id}/${pictureId}`
  await putObject(picture, bytes, contentType)
  let former = ''
  const agent = await amendAgent(
    caller,
    id,
    (settings) => {
      former = settings.picture
      return former === picture ? undefined : { ...settings, picture }
    },
    now,
  )
  if (former && former !== picture) await deleteObjects([former])
  log('agent.pictured', { organizationId: caller.organizationId, agentId: id, contentType })
  return await agentView(caller, agent)
}
