import type { LinkStatus } from '@messaging/contract/link-status.ts'
import { ProviderTemplateEntity } from './provider-template-entity.ts'

/** The state of a template in a response of the provider's API. */
export interface ObservedTemplate {
  readonly providerTemplateId: string
  readonly waId: string
  readonly status: LinkStatus
  readonly rejectionReason: string
  readonly qualityScore: string
}

/** Stores the state from a response, unless an event has set it. The item no longer expires. */
export async function keepObserved(observed: ObservedTemplate): Promise<void> {
  const { providerTemplateId, waId, status, rejectionReason, qualityScore } = observed
  const created = await ProviderTemplateEntity.create({ ...observed, statusAt: 0, qualityAt: 0 }).go({
    returnOnConditionCheckFailure: true,
  })
  if (!created.rejected) return
  await ProviderTemplateEntity.patch({ providerTemplateId }).set({ waId }).remove(['expiresAt']).go()
  await Promise.all([
    ProviderTemplateEntity.patch({ providerTemplateId })
      .set({ status, rejectionReason })
      .where((item, { eq }) => eq(item.statusAt, 0))
      .go({ returnOnConditionCheckFailure: true }),
    ProviderTemplateEntity.patch({ providerTemplateId })
      .set({ qualityScore })
      .where((item, { eq }) => eq(item.qualityAt, 0))
      .go({ returnOnConditionCheckFailure: true }),
  ])
}
