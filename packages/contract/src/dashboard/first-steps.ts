import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { None } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** The steps of a new organisation, in their order. */
export const FIRST_STEPS = ['organization', 'number', 'agent', 'trial', 'endpoint', 'api_key', 'delivery'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const FirstSteps = v.object({
  steps: v.pipe(
    v.array(v.object({ step: v.picklist(FIRST_STEPS), done: v.boolean() })),
    v.description('In the order in which they are done. A step that was done once stays done.'),
  ),
  dismissed: v.pipe(v.boolean(), v.description('Whether a member has hidden the steps.')),
})
export type FirstSteps = v.InferOutput<typeof FirstSteps>

const firstSteps = { ...forBrowsers, tag: 'Overview' } as const

export const getFirstSteps = endpoint({
  ...firstSteps,
  method: 'GET',
  path: '/dashboard-api/v1/first-steps/',
  summary: 'Get the first steps of the organisation, and which are done',
  response: FirstSteps,
})

export const dismissFirstSteps = endpoint({
  ...firstSteps,
  method: 'POST',
  path: '/dashboard-api/v1/first-steps/dismiss/',
  summary: 'Hide the first steps for all members',
  body: None,
  bodyOptional: true,
})
