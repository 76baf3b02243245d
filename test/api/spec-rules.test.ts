import { deliveryHeaders } from '@replywright/contract/delivery-headers.ts'
import { ERROR_STATUS } from '@replywright/contract/errors.ts'
import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { ATTEMPT_DEADLINE_SECONDS } from '@replywright/core/deliveries/attempt/send.ts'
import { judgeAttempt } from '@replywright/core/deliveries/attempt/verdict.ts'
import { DISABLE_AFTER_FAILURES } from '@replywright/core/deliveries/disabling/failure-run.ts'
import { readSettings } from '@replywright/infra/settings.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../packages/client/src/webhooks/verify-webhook.ts'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const api = (method: string, path: string, body?: unknown, apiKey: string | undefined = service.ready.apiKey) =>
  callApi(service.ready.baseUrl, apiKey, method, path, body)
const UNKNOWN = '/agents/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/'

describe('Errors', () => {
  test('200 | success', async () => expect(await api('GET', '/agents/')).toMatchObject({ status: 200 }))

  test('201 | created, 204 | no content, successful delete', async () => {
    const created = await api('POST', '/agents/', { name: 'Shop assistant' })
    expect(created.status).toBe(201)
    expect(await api('DELETE', `/agents/${idOf(created)}/`)).toMatchObject({ status: 204, body: undefined })
  })

  test('400 | bad request, validation error', async () =>
    expect(await api('POST', '/agents/', {})).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: 'validation_error', details: [{ path: 'name' }] },
    }))

  test('401 | invalid or missing API key', async () => {
    for (const key of ['', 'wrong'])
      expect(await api('GET', UNKNOWN, undefined, key)).toMatchObject({
        status: 401,
        body: { error: expect.any(String), code: 'authentication_failed' },
      })
  })

  test('403 | insufficient permissions', async () =>
    expect(await api('POST', '/agents/', { name: 'x' }, service.ready.readApiKey)).toMatchObject({
      status: 403,
      body: { error: expect.any(String), code: 'permission_denied' },
    }))

  test('404 | not found: the code not_found for a missing agent', async () =>
    expect((await api('GET', UNKNOWN)).body).toEqual({ error: expect.any(String), code: 'not_found' }))

  test('500 | server error', () => expect(ERROR_STATUS).toMatchObject({ server_error: 500 }))
})

describe('Routing validation rules', () => {
  const conversation = async (fromNumber?: string) =>
    idOf(await api('POST', '/conversations/', { toNumber: freshCustomer(), ...(fromNumber && { fromNumber }) }))
  const refusal = (path: string) => ({ status: 400, body: { code: 'validation_error', details: [{ path }] } })

  test('1. Mode sandbox is rejected on every public endpoint.', async () => {
    const id = await conversation()
    expect(await api('POST', `/conversations/${id}/routing/`, { mode: 'sandbox' })).toMatchObject(refusal('mode'))
  })

  test('2. Any routing change on a sandbox number is rejected.', async () => {
    const sandbox = service.ready.numbers.find((number) => number.sandbox)?.number ?? ''
    const id = await conversation(sandbox)
    const webhookId = service.ready.webhook.id
    const agentId = service.ready.agent.id
    for (const [path, body] of [
      [`/conversations/${id}/subscribe/`, { webhookId }],
      [`/conversations/${id}/unsubscribe/`, {}],
      [`/conversations/${id}/routing/`, { mode: null }],
      [`/phone-numbers/${sandbox}/subscribe/`, { webhookId }],
      [`/phone-numbers/${sandbox}/connect-agent/`, { agentId }],
      [`/phone-numbers/${sandbox}/unsubscribe/`, {}],
    ] as const)
      expect(await api('POST', path, body)).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  })

  test('3. webhookId must reference a webhook owned by the requesting user.', async () => {
    const id = await conversation()
    const [number] = service.ready.numbers
    const { webhookId } = service.ready.otherOrganization
    for (const [path, body] of [
      [`/conversations/${id}/subscribe/`, { webhookId }],
      [`/conversations/${id}/routing/`, { mode: 'webhook', webhookId }],
      [`/phone-numbers/${number?.number}/subscribe/`, { webhookId }],
    ] as const)
      expect(await api('POST', path, body)).toMatchObject(refusal('webhookId'))
  })

  test('4. webhookId is required when, and only when, mode is webhook.', async () => {
    const id = await conversation()
    const webhookId = service.ready.webhook.id
    for (const body of [{ mode: 'webhook' }, { mode: 'agent', webhookId }, { mode: null, webhookId }])
      expect(await api('POST', `/conversations/${id}/routing/`, body)).toMatchObject(refusal('webhookId'))
  })
})

describe('Limits', () => {
  const settings = readSettings(() => undefined)
  const { components, paths } = openApiDocument('https://api.messaging.example')
  const input = (name: string) => components.schemas[`${name}Input`]?.properties
  const body = (path: string, method = 'post') => {
    const schema = paths[`/api/v1/${path}/`]?.[method]?.requestBody?.content['application/json']?.schema
    return schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? '']?.properties : schema?.properties
  }

  test('Request rate | 100 requests per minute per API key', () =>
    expect(settings).toMatchObject({ rateLimitPerMinute: 100, burst: 100 }))

  test.each([
    ['Agent', 'name'],
    ['AgentTool', 'name'],
    ['AgentDocument', 'name'],
    ['AgentMemoryKey', 'key'],
    ['AgentMemoryKey', 'type'],
    ['AgentImageGenerateTool', 'name'],
  ])('Agent, tool, memory key and similar name fields | max length 255 | %s.%s', (resource, field) => {
    const fields = resource === 'Agent' ? body('agents') : input(resource)
    expect(fields?.[field]).toMatchObject({ maxLength: 255 })
  })

  test.each([
    ['Website tool url', 200, 'AgentWebsiteTool', 'url'],
    ['Outbound trigger secret', 255, 'AgentOutboundTrigger', 'secret'],
  ])('%s | max length %i | %s.%s', (_, maxLength, resource, field) =>
    expect(input(resource)?.[field]).toMatchObject({ maxLength }),
  )

  test.each([
    ['Template language', 10, 'language'],
    ['Template text field', 512, 'name'],
  ])('%s | max length %i', (_, maxLength, field) => {
    expect(body('msg-templates')?.[field]).toMatchObject({ maxLength })
    expect(body('msg-templates/{id}', 'put')?.[field]).toMatchObject({ maxLength })
  })

  test('accountIds | at least 1 item | publish or unpublish on a template', () => {
    for (const method of ['post', 'put', 'delete'])
      expect(body('msg-templates/{id}/publish', method)?.accountIds).toMatchObject({ minItems: 1 })
    expect(body('msg-templates/{id}/unpublish')?.accountIds).toMatchObject({ minItems: 1 })
  })

  test('Delivery retries | 3, after 10 s, 30 s, 90 s | webhook deliveries on 5xx or network error', () => {
    for (const outcome of [{ status: 500 }, { error: 'reset' }] as const) {
      const verdicts = [1, 2, 3, 4].map((attempt) => judgeAttempt(outcome, attempt, settings.retryDelaysSeconds))
      expect(verdicts).toMatchObject([
        { kind: 'retry', delaySeconds: 10 },
        { kind: 'retry', delaySeconds: 30 },
        { kind: 'retry', delaySeconds: 90 },
        { kind: 'failed', exhausted: true },
      ])
    }
  })

  test('Consecutive failures before auto-disable | 20', () => expect(DISABLE_AFTER_FAILURES).toBe(20))

  test('Response deadline | 10 seconds', () => expect(ATTEMPT_DEADLINE_SECONDS).toBe(10))

  test('Signature age tolerance | 300 seconds', async () => {
    const text = JSON.stringify(exampleEvent())
    const headers = deliveryHeaders({ id: UNKNOWN, event: 'test.ping' }, text, 'whsec_c2VjcmV0', 1_000_000)
    const verify = (ageSeconds: number) =>
      verifyWebhook(text, headers, 'whsec_c2VjcmV0', { now: () => (1_000_000 + ageSeconds) * 1000 })
    for (const age of [-300, 0, 300]) await expect(verify(age)).resolves.toMatchObject({ event: 'test.ping' })
    for (const age of [-301, 301]) await expect(verify(age)).rejects.toMatchObject({ reason: 'outside_tolerance' })
  })

  test('Service window | 24 hours; expiring event about 1 hour before close', () =>
    expect(settings).toMatchObject({ serviceWindowSeconds: 24 * 3600, serviceWindowExpiringLeadSeconds: 3600 }))

  function exampleEvent(): unknown {
    const { webhooks } = openApiDocument('https://api.messaging.example')
    const examples = webhooks['test.ping']?.post?.requestBody?.content['application/json']?.examples
    return Object.values(examples ?? {})[0]?.value
  }
})
