import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, IdParams, maxCharacters, wellFormed } from './fields.ts'
import { exampleId } from './openapi/nouns.ts'

const LONGEST_NAME = 200
const LONGEST_REASON = 2000
const MOST_TESTS = 100
const MOST_REASONS = 20
const LARGEST_RUN = 100 * 1024

const Name = v.pipe(v.string(), v.nonEmpty('must not be empty'), maxCharacters(LONGEST_NAME), wellFormed)
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

const TestResult = v.pipe(
  v.object({
    name: Name,
    passed: v.boolean(),
    runs: v.pipe(Count, v.description('How often the test ran.')),
    passedRuns: Count,
    tokens: v.pipe(Count, v.description('Tokens that the models read and wrote in all runs.')),
    reasons: v.pipe(
      v.array(v.pipe(v.string(), maxCharacters(LONGEST_REASON))),
      v.maxLength(MOST_REASONS, `must be at most ${MOST_REASONS} reasons`),
      v.description('Why runs failed.'),
    ),
  }),
  v.description('The result of a test of an agent.'),
)

export const TestRunInput = v.pipe(
  v.object({
    file: v.pipe(Name, v.description('The name of the file of tests.')),
    draft: v.pipe(v.optional(v.boolean(), false), v.description('Whether the draft of the agent was tested.')),
    results: v.pipe(
      v.array(TestResult),
      v.minLength(1, 'must have at least one result'),
      v.maxLength(MOST_TESTS, `must be at most ${MOST_TESTS} results`),
      v.check(
        (results) => JSON.stringify(results).length <= LARGEST_RUN,
        `must be at most ${LARGEST_RUN / 1024} KB as JSON`,
      ),
    ),
  }),
  v.description('The results of a file of tests.'),
  v.examples([
    {
      file: 'returns.test.yaml',
      draft: false,
      results: [{ name: 'An order', passed: true, runs: 3, passedRuns: 3, tokens: 2400, reasons: [] }],
    },
  ]),
)
export type TestRunInput = v.InferOutput<typeof TestRunInput>

export const TestRun = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.description('Sorts by time.')),
    ...TestRunInput.entries,
    draft: v.boolean(),
    passed: v.pipe(v.boolean(), v.description('Whether all tests passed.')),
    createdAt: DateTime,
  }),
  v.description('A run of tests of an agent.'),
  v.examples([
    {
      id: exampleId('test run'),
      file: 'returns.test.yaml',
      draft: false,
      results: [{ name: 'An order', passed: true, runs: 3, passedRuns: 3, tokens: 2400, reasons: [] }],
      passed: true,
      createdAt: '2026-03-02T09:15:30.000Z',
    },
  ]),
)
export type TestRun = v.InferOutput<typeof TestRun>

const runs = { path: '/api/v1/agents/{id}/test-runs/', tag: 'Agents', params: IdParams } as const

export const createTestRun = endpoint({
  ...runs,
  method: 'POST',
  summary: 'Store the results of tests',
  description:
    '`agents test` of the command line runs the tests with trials, and stores their results. Kept for 90 days.',
  body: TestRunInput,
  status: 201,
  response: TestRun,
  errors: [400, 404],
})

export const listTestRuns = endpoint({
  ...runs,
  method: 'GET',
  summary: 'List the results of tests',
  description: 'The latest 20, newest first.',
  response: v.object({ results: v.array(TestRun) }),
  errors: [404],
})
