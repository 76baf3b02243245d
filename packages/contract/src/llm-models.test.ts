import { expect, test } from 'vitest'
import { BEDROCK_MODEL_ID, DEFAULT_MODELS, defaultModelIn } from './llm-models.ts'

test.each([
  ['eu-central-1', DEFAULT_MODELS.eu],
  ['eu-west-1', DEFAULT_MODELS.eu],
  // Not in the European Union.
  ['eu-west-2', DEFAULT_MODELS.global],
  ['eu-central-2', DEFAULT_MODELS.global],
  ['us-east-1', DEFAULT_MODELS.global],
  ['ap-south-1', DEFAULT_MODELS.global],
])('the default model in %s is %s', (region, model) => {
  expect(defaultModelIn(region)).toBe(model)
})

test('the default models are ids of Amazon Bedrock', () => {
  for (const model of Object.values(DEFAULT_MODELS)) expect(model).toMatch(BEDROCK_MODEL_ID)
})
