import { expect, test } from 'vitest'
import { refuseModel } from './known-models.ts'

const listed = { model: 'small', models: ['small', 'large', 'bedrock:amazon.nova-pro-v1:0'] }
const unlisted = { model: 'small', models: null }

test.each([
  ['large', listed],
  ['small', { model: 'small', models: ['large'] }],
  ['bedrock:amazon.nova-pro-v1:0', listed],
  ['anything/at-all:7b', unlisted],
  ['bedrock:eu.anthropic.claude-haiku-4-5-20251001-v1:0', unlisted],
  ['amazon.nova-lite-v1:0', undefined],
  ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', undefined],
  ['bedrock:openai.gpt-oss-120b-1:0', undefined],
])('accepts the model %s', (llmModel, server) => {
  expect(refuseModel(llmModel, server)).toBeUndefined()
})

test.each([
  ['huge', listed, 'must be one of the models of this deployment: small, large, bedrock:amazon.nova-pro-v1:0'],
  ['bedrock:amazon.nova-lite-v1:0', listed, 'must be one of the models of this deployment: '],
  ['bedrock:huge', unlisted, 'must be a model id of Amazon Bedrock'],
  ['gpt-4.1', undefined, 'must be a model id of Amazon Bedrock'],
  ['bedrock:../x', undefined, 'must be a model id of Amazon Bedrock'],
])('rejects the model %s', (llmModel, server, problem) => {
  expect(refuseModel(llmModel, server)).toContain(problem)
})

test('lists at most twenty models in the message', () => {
  const models = Array.from({ length: 30 }, (_, index) => `m${index}`)
  expect(refuseModel('x', { model: 'm0', models })).toMatch(/ m19 and 10 more$/)
})
