import { AgentTest } from '@replywright/contract/agent-tests.ts'
import { MOST_SAVED_TESTS, type SavedTest } from '@replywright/contract/dashboard/agent-tests.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import { derivedId } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Caller } from '../platform/request.ts'
import { storedJson } from '../platform/table/stored-json.ts'
import { findAgentHead, getOwnAgent } from './find-agent.ts'
import { SavedTestEntity } from './saved-test-entity.ts'

/** All tests of an agent are stored in one item when they run, which has at most 400 KB. */
const LARGEST_TESTS = 250 * 1024

const storedTest = storedJson('a saved test', AgentTest, { parseJson: parseExactJson })

/** Returns the saved tests of an agent by name. Read strongly. @throws ServiceError 404 for an unknown agent */
export async function listSavedTests(organizationId: string, agentId: string): Promise<SavedTest[]> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
  return await readSavedTests(organizationId, agentId)
}

/**
 * Saves a test of an agent, instead of the one with the same name. Concurrent requests can exceed the limits by a few.
 * @throws ServiceError 403 for a shared agent, 404 for an unknown one, 409 for more tests than the limit
 */
export async function saveTest(caller: Caller, agentId: string, test: AgentTest): Promise<SavedTest> {
  await getOwnAgent(caller, agentId)
  const { organizationId } = caller
  const id = derivedId('saved test', agentId, test.name.toLowerCase())
  const others = (await readSavedTests(organizationId, agentId)).filter((saved) => saved.id !== id)
  if (others.length >= MOST_SAVED_TESTS)
    throw conflict('limit_reached', `${MOST_SAVED_TESTS} saved tests is the limit. Delete one first.`)
  if (Buffer.byteLength(JSON.stringify([...others.map((saved) => saved.test), test])) > LARGEST_TESTS)
    throw conflict('limit_reached', `All saved tests have at most ${LARGEST_TESTS / 1024} KB. Delete one first.`)
  await SavedTestEntity.put({
    organizationId,
    agentId,
    id,
    test: JSON.stringify(test),
    format: storedTest.format,
  }).go()
  return { id, test }
}

/** Deletes a test. @throws ServiceError 403 for a shared agent, 404 for an unknown agent or test */
export async function deleteSavedTest(
  caller: Caller,
  { id: agentId, testId: id }: { readonly id: string; readonly testId: string },
): Promise<undefined> {
  await getOwnAgent(caller, agentId)
  const { organizationId } = caller
  const { data } = await SavedTestEntity.get({ organizationId, agentId, id }).go({ consistent: true })
  if (!data) throw notFound('test')
  await SavedTestEntity.delete({ organizationId, agentId, id }).go()
}

/** Deletes the tests of an agent. */
export async function deleteSavedTests(organizationId: string, agentId: string): Promise<void> {
  const { data } = await SavedTestEntity.query.byAgent({ organizationId, agentId }).go({ pages: 'all' })
  await Promise.all(data.map(({ id }) => SavedTestEntity.delete({ organizationId, agentId, id }).go()))
}

/** Returns the saved tests of an agent by name. Read strongly. */
export async function readSavedTests(organizationId: string, agentId: string): Promise<SavedTest[]> {
  const { data } = await SavedTestEntity.query
    .byAgent({ organizationId, agentId })
    .go({ pages: 'all', consistent: true })
  return data
    .map(({ id, test, format }) => ({ id, test: storedTest.parse(test, format) }))
    .toSorted((one, other) => one.test.name.localeCompare(other.test.name))
}
