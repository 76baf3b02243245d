import { isDeepStrictEqual } from 'node:util'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import {
  buildTestStacks,
  ONE_ROUTE,
  OWN_DOMAINS,
  onlyResource,
  type Resource,
  resources,
  synthesizeTestStacks,
  type Templates,
} from '../infra/stacks.ts'

/** CloudFormation's limits for one template. */
const LIMITS = { Resources: 500, Outputs: 200 }

const prod = synthesizeTestStacks()

const text = (template: Template | undefined) => JSON.stringify(template?.toJSON())

/** Returns the exports of all stacks by name, with their values. */
function exportsOf(templates: Templates): Record<string, string> {
  const outputs = Object.values(templates).flatMap((template) => Object.values<Resource>(template.findOutputs('*')))
  return Object.fromEntries(
    outputs.flatMap(({ Export, Value }) => (Export ? [[Export.Name, JSON.stringify(Value)]] : [])),
  )
}

/** Returns the names of a stack's imports. */
function importsOf(template: Template | undefined): string[] {
  return [...new Set([...text(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name))]
}

describe('references between stacks', () => {
  test.each([{}, { stage: 'staging', customerManagedEncryption: true, ...OWN_DOMAINS }])(
    'are exports, which CloudFormation resolves once, and stay far below its limits, with %o',
    (context) => {
      for (const [stack, template] of Object.entries(synthesizeTestStacks(context))) {
        expect([stack, text(template).match(/Fn::GetStackOutput/g)]).toEqual([stack, null])
        const { Resources, Outputs = {} } = template.toJSON()
        expect(Object.keys(Resources).length).toBeLessThan(0.95 * LIMITS.Resources)
        expect(Object.keys(Outputs).length).toBeLessThan(0.5 * LIMITS.Outputs)
      }
    },
  )

  // CloudFormation rejects a change or removal of an export while another stack imports it.
  test.each([
    [
      { customerManagedEncryption: true },
      { publicBaseUrl: 'https://api.example.com' },
      { selfSignUp: true },
      { requireOperatorMfa: false },
      { alarmEmail: 'team@example.com' },
      { accountConcurrency: 10 },
      { manageApiGatewayAccount: false },
      { webAcl: true },
      { tableBilling: 'provisioned' },
      { ingress: 'api' },
    ],
    // Apart, because `publicBaseUrl` replaces the URL of its domain.
    [OWN_DOMAINS],
  ])('do not depend on settings, so that each can be changed at any time: %j …', { tags: 'full' }, (...settings) => {
    const together = exportsOf(synthesizeTestStacks(Object.assign({}, ...settings)))
    const usual = exportsOf(prod)
    // One at a time takes longer, and shows which setting it is.
    if (!isDeepStrictEqual(together, usual))
      for (const setting of settings)
        expect([setting, exportsOf(synthesizeTestStacks(setting))]).toEqual([setting, usual])
    expect(together).toEqual(usual)
  })

  test('allow removing a route from the dashboard first, and adding it to the API first', { tags: 'full' }, () => {
    const { 'agents/share': _, ...fewer } = endpoints
    const before = exportsOf(prod)
    const after = synthesizeTestStacks({}, { clients: fewer })
    const gone = Object.keys(before).filter((name) => !(name in exportsOf(after)))
    expect(gone).toEqual([expect.stringContaining('AgentsShare')])
    // To remove it: the new dashboard alone finds all its imports, and then no stack imports the removed exports.
    for (const name of importsOf(after.Dashboard)) expect(Object.keys(before)).toContain(name)
    expect(importsOf(after.Dashboard)).not.toContain(gone[0])
    // To add it: the API first, as in the order of `cdk deploy --all`.
    expect(importsOf(prod.Dashboard)).toContain(gone[0])
    for (const name of Object.keys(exportsOf(after))) expect(Object.keys(before)).toContain(name)
  })
})

/** Logical ids of resources with data or addresses, by stack. */
const KEPT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Data: {
    'AWS::DynamoDB::GlobalTable': 'ItemsTableE2D1F4C3',
    'AWS::KMS::Key': 'SecretsKey9BF95D68',
    'AWS::S3::Bucket': 'ObjectsBucket5A707942',
    'AWS::Cognito::UserPool': 'UsersPoolBFC35D3B',
    'AWS::Cognito::UserPoolClient': 'UsersClient3B43F2CF',
  },
  Api: { 'AWS::ApiGateway::RestApi': 'ApiF70053CD', 'AWS::ApiGateway::UsagePlan': 'ApiClients3A897CA3' },
  Messaging: { 'AWS::Lambda::Url': 'IngressFunctionFunctionUrl0A062BD8' },
  Dashboard: { 'AWS::CloudFront::Distribution': 'Distribution830FAC52' },
}

describe('resources that must not be replaced', () => {
  test('keep their logical ids: a new id would delete their data or address', () => {
    const found = Object.entries(KEPT).map(([stack, types]) => [
      stack,
      Object.fromEntries(Object.keys(types).map((type) => [type, idOf(prod[stack], type)])),
    ])
    expect(Object.fromEntries(found)).toEqual(KEPT)
  })

  test('keep the properties whose change replaces them', () => {
    const properties = (type: string) => onlyResource(prod, type).Properties
    expect(properties('AWS::DynamoDB::GlobalTable')).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    })
    expect(properties('AWS::Cognito::UserPool')).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [{ Name: 'email', Mutable: false, Required: true }],
    })
    expect(properties('AWS::Lambda::Url')).toMatchObject({
      TargetFunctionArn: { 'Fn::GetAtt': ['IngressFunctionCC445980', 'Arn'] },
    })
    // A changed name replaces a stage of API Gateway.
    expect(
      Object.values(resources(prod, 'AWS::ApiGateway::Stage')).map(({ Properties }) => Properties.StageName),
    ).toEqual(['prod', 'prod'])
  })

  test('are retained when their stacks are deleted, and the stacks have termination protection', () => {
    const protectedIn = (context: Readonly<Record<string, string>>) =>
      buildTestStacks(context, { clients: ONE_ROUTE, dashboard: {} }).stacks.flatMap(
        ({ stackName, terminationProtection }) => (terminationProtection ? [stackName.split('-').at(-1)] : []),
      )
    expect(protectedIn({}).toSorted()).toEqual(['Api', 'Dashboard', 'Data', 'Messaging'])
    expect(protectedIn({ stage: 'local' })).toEqual([])
    const { Api } = prod
    for (const type of ['AWS::ApiGateway::RestApi', 'AWS::ApiGateway::UsagePlan'])
      expect(onlyResource(Api ? { Api } : {}, type)).toMatchObject({
        // A failed first deployment must leave nothing behind.
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      })
  })
})

/** Returns the logical id of the only resource of its type. */
function idOf(template: Template | undefined, type: string): string {
  const ids = Object.keys(template?.findResources(type) ?? {})
  return ids.length === 1 ? ids.join() : `${ids.length} resources`
}

describe('the bucket of the site', () => {
  const dependencies = (id: string): string[] => [prod.Dashboard?.toJSON().Resources[id]?.DependsOn ?? []].flat()

  test('is emptied before it is deleted, after the last copy into it', () => {
    const site = Object.keys(prod.Dashboard?.findResources('AWS::S3::Bucket') ?? {})
    const [emptier = '', ...others] = Object.keys(prod.Dashboard?.findResources('Custom::S3AutoDeleteObjects') ?? {})
    expect(others).toEqual([])
    expect(prod.Dashboard?.toJSON().Resources[emptier]?.Properties.BucketName).toEqual({ Ref: site[0] })
    // CloudFormation deletes a resource before its dependencies.
    expect(dependencies(emptier)).toEqual([expect.stringMatching(/^SiteBucketPolicy/)])
    const copies = Object.entries<Resource>(prod.Dashboard?.findResources('Custom::CDKBucketDeployment') ?? {})
    expect(copies).toHaveLength(2)
    const [first] = copies.filter(([id]) => id.startsWith('SiteHashed'))
    const [second] = copies.filter(([id]) => id.startsWith('SiteNamed'))
    expect(dependencies(first?.[0] ?? '')).toContain(emptier)
    expect(dependencies(second?.[0] ?? '')).toContain(first?.[0])
    // The copier keeps the bucket's files when it is deleted.
    for (const [, { Properties }] of copies) expect(Properties.RetainOnDelete ?? true).toBe(true)
    expect(
      onlyResource(prod.Dashboard ? { Dashboard: prod.Dashboard } : {}, 'AWS::S3::Bucket').Properties.Tags,
    ).toContainEqual({ Key: 'aws-cdk:auto-delete-objects', Value: 'true' })
  })

  test('is emptied by a function whose only other right is logging', () => {
    const [role] = Object.entries<Resource>(prod.Dashboard?.findResources('AWS::IAM::Role') ?? {}).flatMap(
      ([id, each]) => (id.startsWith('CustomS3AutoDelete') ? [each] : []),
    )
    expect(role?.Properties).toEqual({
      AssumeRolePolicyDocument: expect.anything(),
      Policies: [
        {
          PolicyName: 'Logs',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
                Resource: { 'Fn::GetAtt': [expect.stringMatching(/^SiteEmptierLogs/), 'Arn'] },
              },
            ],
          },
        },
      ],
    })
  })
})
