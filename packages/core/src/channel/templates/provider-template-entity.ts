import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * What the provider says of a template of its own. Apart from our links to it, because the provider may tell before it has
 * answered the call that made the template. Access: by the provider's id. One that no link was ever made to expires.
 */
export const ProviderTemplateEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'providerTemplate', version: '1' },
    attributes: {
      providerTemplateId: { type: 'string', required: true, readOnly: true },
      /** The provider's id of the account that has it. */
      waId: { type: 'string', required: true },
      /** As account links show it. */
      status: { type: ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const, required: true },
      rejectionReason: { type: 'string', required: true },
      /** Provider's time of the status in unix seconds; 0 when a call's answer told it, which every event beats. */
      statusAt: { type: 'number', required: true },
      qualityScore: { type: 'string', required: true },
      /** As `statusAt`, of the quality. */
      qualityAt: { type: 'number', required: true },
      expiresAt: expiresAtAttribute,
    },
    indexes: {
      byId: {
        pk: key('pk', 'provider-template#${providerTemplateId}'),
        sk: key('sk', 'provider-template'),
      },
    },
  },
  table,
)
export type ProviderTemplateItem = EntityItem<typeof ProviderTemplateEntity>
