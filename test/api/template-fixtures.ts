import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { expect } from 'vitest'

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

/** Sets the stored number of an organisation's templates. */
export async function setTemplateCount({ cloud }: Service, organizationId: string, count: number) {
  const { administrator, endpointUrl, environment, outputs } = cloud
  const client = new DynamoDBClient({ endpoint: endpointUrl, region: environment.region, credentials: administrator })
  const { TableName } = Object.assign({}, ...Object.values(outputs))
  await client.send(
    new UpdateItemCommand({
      TableName,
      Key: { pk: { S: `count#${organizationId}#templates` }, sk: { S: 'count' } },
      UpdateExpression: 'SET #count = :count',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':count': { N: String(count) } },
    }),
  )
}
