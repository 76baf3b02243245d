import type { ProofRule } from '@replywright/contract/dashboard/proof-rule.ts'
import { log } from '../../platform/log/log.ts'
import { entity, key } from '../../platform/table/entity.ts'

/** Whether agents of an organisation need a proof. Access: by organisation. No expiry: it is a setting. */
const ProofRuleEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'proofRule', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    requiresProof: { type: 'boolean', required: true },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'proofRule') },
  },
}))

/** Returns whether drafts of an organisation are published only after a proof. Read strongly. @default not */
export async function viewProofRule(organizationId: string): Promise<ProofRule> {
  const { data } = await ProofRuleEntity.get({ organizationId }).go({ consistent: true })
  return { requiresProof: data?.requiresProof ?? false }
}

/** Sets whether drafts of an organisation are published only after a proof. It applies at once. */
export async function changeProofRule(organizationId: string, { requiresProof }: ProofRule): Promise<ProofRule> {
  await ProofRuleEntity.put({ organizationId, requiresProof }).go()
  log('organization.proof_rule_changed', { organizationId, requiresProof })
  return { requiresProof }
}
