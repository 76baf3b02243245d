import type { EntityItem } from 'electrodb'
import { entity, key } from '../../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../../platform/table/table.ts'

/** A local template. Access: by id within its organisation; all of one (at most 250). Stored until deleted. */
export const TemplateEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'template', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    category: { type: ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const, required: true },
    parameterFormat: { type: ['POSITIONAL', 'NAMED'] as const, required: true },
    language: { type: 'string', required: true },
    /** JSON text, so that any JSON is returned unchanged. */
    components: { type: 'string', required: true },
    /** Seconds; absent: the provider's default. */
    messageSendTtlSeconds: { type: 'number' },
    /** The template of the provider's library, as JSON text. Absent: the components are its own. */
    libraryTemplate: { type: 'string' },
    createdAt: { type: 'number', required: true, readOnly: true },
    updatedAt: { type: 'number', required: true },
    /** The number of changes, which detects outdated ones. Absent: 0. */
    revision: { type: 'number' },
  },
  indexes: {
    byId: { pk: key('pk', 'templates#${organizationId}'), sk: key('sk', 'template#${id}') },
  },
}))
export type TemplateItem = EntityItem<typeof TemplateEntity>

/**
 * The provider's state of one of its templates. Stored apart from our links, because an event may arrive before the
 * response to the call that created the template. Access: by the provider's id. Expires if no link refers to it.
 */
export const ProviderTemplateEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'providerTemplate', version: '1' },
  attributes: {
    providerTemplateId: { type: 'string', required: true, readOnly: true },
    /** The provider's id of the template's account. */
    waId: { type: 'string', required: true },
    /** In the terms of account links. */
    status: { type: ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const, required: true },
    rejectionReason: { type: 'string', required: true },
    /** The provider's Unix seconds of the status, or ours of an edit; 0 from a response, which every event overrides. */
    statusAt: { type: 'number', required: true },
    qualityScore: { type: 'string', required: true },
    /** The same as `statusAt`, for the quality. */
    qualityAt: { type: 'number', required: true },
    expiresAt: expiresAtAttribute,
  },
  indexes: {
    byId: { pk: key('pk', 'provider-template#${providerTemplateId}'), sk: key('sk', 'provider-template') },
  },
}))
export type ProviderTemplateItem = EntityItem<typeof ProviderTemplateEntity>

/**
 * The link of a template to a business account where it is, or will be, published. Written before the provider is
 * called, so that a retry after a crash finds the provider's template. The provider's state of the template is in
 * `ProviderTemplateEntity`. Access: all of a template; all of an organisation. Removed when it is unpublished.
 */
export const TemplateLinkEntity = /* @__PURE__ */ entity(() => ({
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
    /** `updatedAt` of the draft that was published. */
    contentAt: { type: 'number', required: true },
    /** The category, parameter format and components that the provider has, as JSON. Absent in older links. */
    content: { type: 'string' },
    /** When the request that created the link began. */
    claimedAt: { type: 'number', readOnly: true },
  },
  indexes: {
    byTemplate: { pk: key('pk', 'templates#${organizationId}'), sk: key('sk', 'link#${templateId}#${accountId}') },
  },
}))
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
