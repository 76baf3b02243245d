import * as v from 'valibot'
import { AgentTest } from '../agent-tests.ts'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { Proof } from '../proofs.ts'
import { forBrowsers } from './fields.ts'

/** The maximum of saved tests of an agent, and of characters of one as JSON. */
export const MOST_SAVED_TESTS = 50
export const LARGEST_TEST = 32 * 1024

const path = '/dashboard-api/v1/agents/{id}/tests/'

/** A test that is saved with the agent. */
export const SavedTest = v.object({ id: Uuid, test: AgentTest })
export type SavedTest = v.InferOutput<typeof SavedTest>

export const listSavedTests = endpoint({
  ...forBrowsers,
  method: 'GET',
  path,
  response: v.array(SavedTest),
})

/** Replaces the test of the same name. */
export const saveTest = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path,
  body: v.object({
    test: v.pipe(
      AgentTest,
      v.check(
        (test) => JSON.stringify(test).length <= LARGEST_TEST,
        `must be at most ${LARGEST_TEST / 1024} KB as JSON`,
      ),
    ),
  }),
  response: SavedTest,
  audit: { action: 'save_test', object: 'agent' },
})

export const deleteSavedTest = endpoint({
  ...forBrowsers,
  method: 'DELETE',
  path: `${path}{testId}/`,
  params: v.object({ id: v.string(), testId: v.string() }),
  audit: { action: 'delete_test', object: 'agent' },
})

/** Runs the saved tests of an agent as a proof. */
export const runSavedTests = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: `${path}run/`,
  body: v.object({
    draft: v.pipe(v.boolean(), v.description('Whether the draft answers. The published agent does if it has none.')),
  }),
  status: 201,
  response: Proof,
})
