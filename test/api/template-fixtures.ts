import { CounterEntity } from '@replywright/core/platform/paging/counter-entity.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'

const ProviderTemplates = v.object({ templates: v.array(v.looseObject({ id: v.string(), name: v.string() })) })
/** Returns the provider's templates of an account with a name. */
export async function providerTemplates({ ready }: Service, waId: string, name: string) {
  const response = await fetch(`${ready.providerUrl}/simulator/accounts/${waId}/templates`)
  return v.parse(ProviderTemplates, await response.json()).templates.filter((template) => template.name === name)
}
/** Sets a template's review result at the provider, which sends the event to the service. */
export async function review({ ready }: Service, providerTemplateId: string, decision: object) {
  const response = await fetch(`${ready.providerUrl}/simulator/templates/${providerTemplateId}/review`, {
    method: 'POST',
    body: JSON.stringify(decision),
  })
  expect(await response.json()).toMatchObject({ status: 200, delivered: true })
}
/** Posts a template event as the provider does, without a change at the provider. */
export async function postTemplateEvent(
  { provider }: Service,
  providerTemplateId: string,
  value: object,
  time: number,
  field = 'message_template_status_update',
) {
  const change = { field, value: { message_template_id: 'ID', message_template_name: 'x', ...value } }
  const envelope = { object: 'whatsapp_business_account', entry: [{ id: '1', time, changes: [change] }] }
  const posted = await provider.postWebhook(JSON.stringify(envelope).replace('"ID"', providerTemplateId))
  expect(posted).toMatchObject({ status: 200 })
}

/** Makes the service believe that an organisation has so many templates. */
export async function setTemplateCount(service: Service, organizationId: string, count: number): Promise<void> {
  actAsAdministrator(service)
  await CounterEntity.update({ organizationId, noun: 'templates' }).set({ count }).go()
}
