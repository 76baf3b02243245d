import { validate as isUuid } from 'uuid'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { ProviderTemplateEntity } from '../../channel/templates/provider-template-entity.ts'
import { TemplateEntity, type TemplateItem } from '../../channel/templates/template-entity.ts'
import { TemplateLinkEntity } from '../../channel/templates/template-link-entity.ts'
import { ServiceError } from '../../platform/errors.ts'

/** A template in the provider's terms. */
export interface SendableTemplate {
  readonly name: string
  readonly language: string
  readonly parameterFormat: TemplateItem['parameterFormat']
}

/**
 * Returns a trigger's template as it can be sent from a number now. A sandbox number has no published templates, so it
 * accepts a draft.
 * @throws ServiceError 409 with what to do: the template was deleted, has another name than the trigger expects, or is
 * not published and approved on the number's account
 */
export async function templateToSend(
  { organizationId, sandbox, accountId = '' }: Pick<NumberItem, 'organizationId' | 'sandbox' | 'accountId'>,
  { templateId, templateName }: { readonly templateId: string; readonly templateName: string },
): Promise<SendableTemplate> {
  const { template, link } = isUuid(templateId) ? await readTemplate(organizationId, templateId, accountId) : {}
  if (!template)
    throw conflict(
      `Template ${templateId} does not exist. Set the trigger to a template of GET /api/v1/msg-templates/.`,
    )
  if (template.name !== templateName)
    throw conflict(
      `Template ${templateId} has the name ${template.name}, but the trigger expects ${templateName}. Correct the trigger.`,
    )
  const { name, language, parameterFormat } = template
  if (sandbox) return { name, language, parameterFormat }
  if (!link?.providerTemplateId)
    throw conflict(
      `Template ${name} is not published on account ${accountId}. Publish it: PUT /api/v1/msg-templates/${templateId}/publish/.`,
    )
  const { providerTemplateId } = link
  const { data: upstream } = await ProviderTemplateEntity.get({ providerTemplateId }).go({ consistent: true })
  const status = upstream?.status ?? 'PENDING'
  if (status !== 'APPROVED')
    throw conflict(`Template ${name} is ${status} on account ${accountId}. Wait until the provider has approved it.`)
  return { name: link.name, language: link.language, parameterFormat }
}

async function readTemplate(organizationId: string, id: string, accountId: string) {
  const [{ data: template }, { data: link }] = await Promise.all([
    TemplateEntity.get({ organizationId, id }).go({ consistent: true }),
    TemplateLinkEntity.get({ organizationId, templateId: id, accountId }).go({ consistent: true }),
  ])
  return { template, link }
}

function conflict(message: string): ServiceError {
  return new ServiceError('conflict', message)
}
