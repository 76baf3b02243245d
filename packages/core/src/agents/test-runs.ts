import { type TestRun, type TestRunInput, TestRunInput as TestRunSchema } from '@replywright/contract/test-runs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import * as v from 'valibot'
import { expiryAfter, isLive, isoTime } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'
import { findAgentHead } from './find-agent.ts'

const SHOWN_RUNS = 20

/** Stores the results of tests of an agent, once for each `id`. @throws ServiceError 404 */
export async function storeTestRun(
  organizationId: string,
  agentId: string,
  { id, run }: { readonly id: string; readonly run: TestRunInput },
  now: EpochMs,
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
  now: EpochMs,
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
