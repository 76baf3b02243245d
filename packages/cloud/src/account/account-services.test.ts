import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientConfiguration, Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { signedFetch } from '../testing/signed-fetch.ts'

let ground: Ground
beforeAll(async () => {
  const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } }
  ground = await startGround({ First: role, Second: role })
})
afterAll(() => ground[Symbol.asyncDispose]())

const query = (service: string, action: string, as: ClientConfiguration = ground.administrator) =>
  signedFetch(as, service, '/', { method: 'POST', body: `Action=${action}&Version=x` })
const json = (service: string, target: string) =>
  signedFetch(ground.administrator, service, '/', { method: 'POST', headers: { 'x-amz-target': target }, body: '{}' })

test('counts the roles of the template', async () => {
  expect((await query('iam', 'GetAccountSummary')).text).toMatch(/<key>Roles<\/key><value>2<\/value>/)
})

test('names the account of the caller, which is in no organization', async () => {
  expect((await query('sts', 'GetCallerIdentity')).text).toContain('<Account>000000000000</Account>')
  expect(await json('organizations', 'AWSOrganizationsV20161128.DescribeOrganization')).toMatchObject({
    status: 400,
    text: expect.stringContaining('AWSOrganizationsNotInUseException'),
  })
})

test('lists distributions and quotas', async () => {
  const { text } = await signedFetch(ground.administrator, 'cloudfront', '/2020-05-31/distribution?MaxItems=1')
  expect(text).toContain('<Quantity>0</Quantity>')
  expect(await json('servicequotas', 'ServiceQuotasV20190624.ListServiceQuotas')).toEqual({
    status: 200,
    text: '{"Quotas":[]}',
  })
})

test.each([
  ['iam', 'GetAccountSummary'],
  ['sts', 'GetCallerIdentity'],
])('%s rejects calls without permission and unsupported calls', async (service, action) => {
  const reader = ground.as({ Effect: 'Allow', Action: `${service}:List*`, Resource: '*' })
  expect(await query(service, action, reader)).toMatchObject({ status: 403 })
  expect(await query(service, 'CreateRole')).toMatchObject({ status: 400 })
})
