import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/**
 * The provider's state of one of its templates. Stored apart from our links, because an event may arrive before the
 * response to the call that created the template. Access: by the provider's id. Expires if no link refers to it.
 */
export const ProviderTemplateEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'providerTemplate', version: '1' },
    attributes: {
      providerTemplateId: { type: 'string', required: true, readOnly: true },
      /** The provider's id of the template's account. */
      waId: { type: 'string', required: true },
      /** In the terms of account links. */
      status: { type: ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const, required: true },
      rejectionReason: { type: 'string', required: true },
      /** The provider's Unix seconds of the status; 0 from a response, which every event overrides. */
      statusAt: { type: 'number', required: true },
      qualityScore: { type: 'string', required: true },
      /** The same as `statusAt`, for the quality. */
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
