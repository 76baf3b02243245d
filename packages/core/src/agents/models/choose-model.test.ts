import { expect, test } from 'vitest'
import { chooseModel } from './choose-model.ts'

const server = { baseUrl: 'https://models.example.com/v1', apiKey: 'k' }

test.each([
  ['large', server, { kind: 'server', id: 'large', ...server }],
  ['bedrock:amazon.nova-lite-v1:0', server, { kind: 'bedrock', id: 'amazon.nova-lite-v1:0' }],
  ['bedrock:amazon.nova-lite-v1:0', undefined, { kind: 'bedrock', id: 'amazon.nova-lite-v1:0' }],
  ['amazon.nova-lite-v1:0', undefined, { kind: 'bedrock', id: 'amazon.nova-lite-v1:0' }],
])('chooses the provider of %s', (name, configured, choice) => {
  expect(chooseModel(name, configured)).toEqual(choice)
})
