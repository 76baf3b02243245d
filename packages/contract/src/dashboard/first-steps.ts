import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** The steps of a new organisation after it has a name, in their order. */
export const FIRST_STEPS = ['agent', 'trial', 'number', 'routing', 'reply', 'endpoint', 'api_key', 'delivery'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const FirstSteps = v.object({
  steps: v.pipe(
    v.array(v.object({ step: v.picklist(FIRST_STEPS), done: v.boolean() })),
    v.description('In the order in which they are done. A step that was done once stays done.'),
  ),
  dismissed: v.pipe(v.boolean(), v.description('Whether the user has hidden the steps.')),
})
export type FirstSteps = v.InferOutput<typeof FirstSteps>

export const getFirstSteps = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/first-steps/',
  response: FirstSteps,
})

export const dismissFirstSteps = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/first-steps/dismiss/',
  role: 'viewer',
  body: None,
  bodyOptional: true,
})
