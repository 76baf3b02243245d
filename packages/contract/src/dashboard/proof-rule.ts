import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

export const ProofRule = v.object({
  requiresProof: v.pipe(
    v.boolean(),
    v.description(
      'Whether drafts of all agents of the organisation are published only after their last proof has passed.',
    ),
  ),
})
export type ProofRule = v.InferOutput<typeof ProofRule>

const rule = { ...forBrowsers, path: '/dashboard-api/v1/organization/proof-rule/', response: ProofRule } as const

export const getProofRule = endpoint({ ...rule, method: 'GET' })

export const changeProofRule = endpoint({
  ...rule,
  method: 'PUT',
  role: 'admin',
  body: v.object({ requiresProof: v.boolean() }),
  audit: { action: 'update', object: 'organization', values: ['requiresProof'] },
})
