import { createWriteTransaction } from 'electrodb'
import { listNumbers } from '../channel/numbers/find-number.ts'
import { NumberEntity } from '../channel/numbers/number-entity.ts'
import type { Caller } from '../platform/caller.ts'
import { notFound } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { deleteObjects } from '../platform/objects/objects.ts'
import { CounterEntity } from '../platform/paging/counter-entity.ts'
import { CONFLICT_TRIES, retryConflict } from '../platform/table/retry-conflict.ts'
import { transact } from '../platform/table/transact.ts'
import { AgentBodyEntity } from './agent-body-entity.ts'
import { AgentCountEntity } from './agent-count-entity.ts'
import { AgentEntity } from './agent-entity.ts'
import { removeDocuments } from './documents/document-store.ts'
import { AgentDraftEntity } from './draft/agent-draft-entity.ts'
import { findAgent, getOwnAgent, type StoredAgent } from './find-agent.ts'
import { deleteVersions } from './history/version-store.ts'
import { removeShares } from './share-agent.ts'
import { TriggerEntity } from './trigger-entity.ts'
import { AgentMonthEntity } from './usage/agent-month-entity.ts'
import { endedMonth, unchangedSince } from './usage/open-month.ts'
import { AGENTS } from './write-agent.ts'

const CONFLICT = 'The agent was changed concurrently. Try again.'

/**
 * `DELETE /agents/{id}/`: deletes an agent permanently. First disconnects its numbers and deletes its shares, so that
 * an interrupted deletion can be repeated. Deletes its documents, files and previous versions last.
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
  await deleteVersions(caller.organizationId, id)
  if (picture) await deleteObjects([picture])
  return undefined
}

async function disconnectNumbers(organizationId: string, agentId: string): Promise<void> {
  const numbers = await listNumbers(organizationId)
  const connected = numbers.filter((number) => number.agentId === agentId)
  await Promise.all(
    connected.map(({ phoneNumberId }) =>
      NumberEntity.patch({ phoneNumberId })
        .remove(['agentId'])
        .where((attributes, { eq }) => eq(attributes.agentId, agentId))
        // Rejected if the number is connected to another agent now. Nothing to do then.
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
}

/**
 * Deletes an agent that has no shares and is unchanged. Returns false if it was changed or connected since it was read.
 */
async function remove({ head, version, settings }: StoredAgent): Promise<boolean> {
  const { organizationId, id } = head
  const { data: count } = await AgentCountEntity.get({ organizationId, id }).go({ consistent: true })
  const transaction = createWriteTransaction(
    {
      heads: AgentEntity,
      bodies: AgentBodyEntity,
      counts: AgentCountEntity,
      drafts: AgentDraftEntity,
      months: AgentMonthEntity,
      triggers: TriggerEntity,
      counters: CounterEntity,
    },
    ({ heads, bodies, counts, drafts, months, triggers, counters }) => [
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
  return await transact(() => transaction.go())
}
