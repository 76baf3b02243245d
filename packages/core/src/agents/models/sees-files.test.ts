import { expect, test } from 'vitest'
import { openLanguageModel } from './open-model.ts'
import { seesFiles } from './sees-files.ts'

test.each([
  ['amazon.nova-micro-v1:0', false],
  ['us.meta.llama3-1-70b-instruct-v1:0', false],
  ['mistral.mistral-large-2407-v1:0', false],
  ['eu.amazon.nova-lite-v1:0', undefined],
  ['mistral.mistral-large-3-675b-instruct', undefined],
])('%s of Amazon Bedrock: %s', async (id, expected) => {
  expect(await seesFiles(await openLanguageModel({ kind: 'bedrock', id }), 0)).toBe(expected)
})
