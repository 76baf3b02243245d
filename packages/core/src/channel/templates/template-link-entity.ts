import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The link of a template to a business account where it is, or will be, published. Written before the provider is
 * called, so that a retry after a crash finds the provider's template. The provider's state of the template is in
 * `ProviderTemplateEntity`. Access: all of a template; all of an organisation. Removed when it is unpublished.
 */
export const TemplateLinkEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'templateLink', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      templateId: { type: 'string', required: true, readOnly: true },
      accountId: { type: 'string', required: true, readOnly: true },
      /** The provider's id of the account. */
      waId: { type: 'string', required: true, readOnly: true },
      /** Name and language at the provider, whatever the draft has now. */
      name: { type: 'string', required: true, readOnly: true },
      language: { type: 'string', required: true, readOnly: true },
      /** The provider's id of the template; absent until it is known. */
      providerTemplateId: { type: 'string' },
      /** `updatedAt` of the draft that was published, milliseconds since the epoch. */
      contentAt: { type: 'number', required: true },
      /** The category, parameter format and components that the provider has, as JSON. Absent in older links. */
      content: { type: 'string' },
      /** When the request that created the link began, milliseconds since the epoch. */
      claimedAt: { type: 'number', readOnly: true },
    },
    indexes: {
      byTemplate: {
        pk: key('pk', 'templates#${organizationId}'),
        sk: key('sk', 'link#${templateId}#${accountId}'),
      },
    },
  },
  table,
)
export type TemplateLinkItem = EntityItem<typeof TemplateLinkEntity>

/** Removes a link as it was read. A link that was published again concurrently has another id, and stays. */
export async function removeLink(link: TemplateLinkItem): Promise<void> {
  const { organizationId, templateId, accountId, providerTemplateId, name } = link
  await TemplateLinkEntity.remove({ organizationId, templateId, accountId })
    .where(
      (item, { eq, notExists }) =>
        `${eq(item.name, name)} AND ${
          providerTemplateId === undefined
            ? notExists(item.providerTemplateId)
            : eq(item.providerTemplateId, providerTemplateId)
        }`,
    )
    .go({ returnOnConditionCheckFailure: true })
}
