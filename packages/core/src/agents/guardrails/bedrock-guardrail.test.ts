import { BedrockRuntimeClient, InvokeGuardrailChecksCommand } from '@aws-sdk/client-bedrock-runtime'
import { startGuardrailChecks } from '@replywright/cloud/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bedrockGuardrail } from './bedrock-guardrail.ts'

const endpoint = await startGuardrailChecks()
beforeAll(() => {
  for (const [name, value] of Object.entries(endpoint.environment)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await endpoint[Symbol.asyncDispose]()
})

const { signal } = new AbortController()

test('scores each moment with its checks', async () => {
  const customer = await bedrockGuardrail.score('customer', '[HATE 0.8] you', ['contentFilter', 'promptAttack'], signal)
  expect(customer).toHaveLength(8)
  expect(customer.filter(({ score }) => score > 0)).toEqual([{ check: 'contentFilter', name: 'HATE', score: 0.8 }])
  expect(await bedrockGuardrail.score('tool', '[PROMPT_INJECTION 1.0]', ['promptAttack'], signal)).toContainEqual({
    check: 'promptAttack',
    name: 'PROMPT_INJECTION',
    score: 1,
  })
  const reply = `${'x'.repeat(15_000)}[PASSWORD 0.6]`
  expect(await bedrockGuardrail.score('reply', reply, ['sensitiveInformation'], signal)).toEqual([
    { check: 'sensitiveInformation', name: 'PASSWORD', score: 0.6 },
  ])
})

test('a guardrail that cannot be used counts as a model that is down', async () => {
  const powerless = endpoint.principals.issue({ arn: 'arn:aws:sts::000000000000:assumed-role/r/f', statements: [] })
  vi.stubEnv('AWS_ACCESS_KEY_ID', powerless.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', powerless.secretAccessKey)
  const refused = bedrockGuardrail.score('tool', 'x', ['promptAttack'], signal)
  await expect(refused).rejects.toMatchObject({ name: 'ModelDownError', reason: 'access', status: 403 })
})

test('the endpoint refuses what Amazon Bedrock does not accept', async () => {
  const { trusted: credentials, endpointUrl } = endpoint
  const client = new BedrockRuntimeClient({
    endpoint: endpointUrl,
    region: 'eu-central-1',
    credentials,
    maxAttempts: 1,
  })
  const send = (input: object) => client.send(new InvokeGuardrailChecksCommand({ messages: [], checks: {}, ...input }))
  const messages = [{ role: 'user', content: [{ text: 'x' }] }]
  const checks = { promptAttack: { categories: [{ category: 'JAILBREAK' }] } }
  expect(await send({ messages, checks })).toMatchObject({
    results: { promptAttack: { results: [{ category: 'JAILBREAK', severityScore: 0 }] } },
    usage: { promptAttack: { textUnits: 1 } },
  })
  for (const input of [
    { messages: [], checks },
    { messages: [{ role: 'tool', content: [{ text: 'x' }] }], checks },
    { messages: [{ role: 'user', content: [] }], checks },
    { messages: [{ role: 'user', content: [{ text: '' }] }], checks },
    { messages, checks: {} },
    { messages, checks: { promptAttack: { categories: [] } } },
    { messages, checks: { promptAttack: { categories: [{ category: 'HATE' }] } } },
    { messages, checks: { sensitiveInformation: { entities: [{ type: 'SECRET' }] } } },
  ])
    await expect(send(input), JSON.stringify(input)).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    })
  client.destroy()
})
