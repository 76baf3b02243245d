import { expect, test } from 'vitest'
import type { Resource } from '../resource.ts'
import { createAddresses } from './addresses.ts'

const resource = (logicalId: string, type: string, physicalId: string): Resource => ({
  stack: 'Test',
  logicalId,
  type,
  physicalId,
  arn: '',
  properties: {},
})
const api = resource('Api', 'AWS::ApiGateway::RestApi', 'abc123')
const url = resource('Url', 'AWS::Lambda::Url', 'f')

test('assigns an address before a resource listens', async () => {
  const addresses = createAddresses()
  await addresses.assign(api, 3000)
  await addresses.assign(url, 0)
  expect(addresses.url(api)).toBe('http://127.0.0.1:3000/')
  expect(addresses.url(url)).toBe(`http://127.0.0.1:${await addresses.claim(url)}/`)
})

test('replaces the address of a stage with the local address of its API', async () => {
  const addresses = createAddresses()
  await addresses.assign(api, 3000)
  const stage = 'https://abc123.execute-api.eu-central-1.amazonaws.com/prod'
  expect(addresses.localize(stage)).toBe('http://127.0.0.1:3000')
  expect(addresses.localize(`<${stage}/api/v1/>`)).toBe('<http://127.0.0.1:3000/api/v1/>')
  const other = stage.replace('abc123', 'xyz')
  expect(addresses.localize(other)).toBe(other)
})
