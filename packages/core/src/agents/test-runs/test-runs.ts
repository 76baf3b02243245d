import { type TestRun, type TestRunInput, TestRunInput as TestRunSchema } from '@messaging/contract/test-runs.ts'
import * as v from 'valibot'
import { expiryAfter, isLive, isoTime } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { findAgentHead } from '../find-agent.ts'
import { TEST_RUN_DAYS, TestRunEntity, type TestRunItem } from './test-run-entity.ts'

const SHOWN = 20
const Results = v.pipe(v.string(), v.parseJson(), TestRunSchema.entries.results)

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
  return view(item)
}

/** Returns the latest runs of an agent, newest first. @throws ServiceError 404 for an unknown agent */
export async function listTestRuns(
  organizationId: string,
  agentId: string,
  now: number,
): Promise<{ readonly results: TestRun[] }> {
  if (!(await findAgentHead(organizationId, agentId))) throw notFound('agent')
  const { data } = await TestRunEntity.query.byAgent({ organizationId, agentId }).go({ order: 'desc', limit: SHOWN })
  return { results: data.filter((item) => isLive(item, now)).map(view) }
}

function view({ id, file, draft, results, createdAt }: TestRunItem): TestRun {
  const read = v.parse(Results, results)
  return { id, file, draft, results: read, passed: read.every(({ passed }) => passed), createdAt: isoTime(createdAt) }
}
