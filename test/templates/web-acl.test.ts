import { Annotations, Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import {
  buildTestStacks,
  ONE_ROUTE,
  onlyResource,
  type Resource,
  resources,
  synthesizeTestStacks,
  type Templates,
} from '../infra/stacks.ts'

const FEW = { clients: ONE_ROUTE, dashboard: {} }

const SITE = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/1'
const APIS = 'arn:aws:wafv2:eu-central-1:111122223333:regional/webacl/apis/1'

const config = (templates: Templates) =>
  onlyResource(templates, 'AWS::CloudFront::Distribution').Properties.DistributionConfig
const associations = (templates: Templates) =>
  Object.values(resources(templates, 'AWS::WAFv2::WebACLAssociation')).map(({ Properties }) => Properties)

describe('web ACLs', () => {
  test('of the settings are part of the distribution and of both REST APIs', () => {
    const templates = synthesizeTestStacks({ siteWebAclArn: SITE, apiWebAclArn: APIS }, FEW)
    expect(config(templates).WebACLId).toBe(SITE)
    const found = associations(templates)
    expect(found.map(({ WebACLArn }) => WebACLArn)).toEqual([APIS, APIS])
    const apis = found.map(({ ResourceArn }) => JSON.stringify(ResourceArn))
    expect(apis.filter((arn) => /ImportValue.*Api.*"\/stages\/prod"/.test(arn))).toHaveLength(1)
    expect(apis.filter((arn) => /"Ref":"DashboardRest\w+"\},"\/stages\/prod"/.test(arn))).toHaveLength(1)
    expect(resources(templates, 'AWS::WAFv2::WebACL')).toEqual({})
    expect(Object.keys(templates)).not.toContain('Firewall')
  })

  test('are not created by default', () => {
    const templates = synthesizeTestStacks()
    expect(config(templates).WebACLId).toBeUndefined()
    expect(JSON.stringify(config(templates).Origins)).not.toContain('x-from-site')
    expect(associations(templates)).toEqual([])
  })

  test('of ours without that of the distribution cause a warning', () => {
    const warnings = (context: Readonly<Record<string, unknown>>) =>
      buildTestStacks(context, FEW).stacks.flatMap((stack) =>
        Annotations.fromStack(stack)
          .findWarning('*', Match.stringLikeRegexp('siteWebAclArn'))
          .map(({ id }) => id),
      )
    expect(warnings({ webAcl: true })).toEqual(['/Messaging-prod-Dashboard'])
    expect(warnings({ webAcl: true, siteWebAclArn: SITE })).toEqual([])
  })

  test('of ours limit an address, at the distribution or at the APIs', () => {
    const templates = synthesizeTestStacks({ webAcl: true, siteWebAclArn: SITE }, FEW)
    const { Firewall, Dashboard } = templates
    const acls = [Firewall, Dashboard].map((stack) => onlyResource(stack ? { stack } : {}, 'AWS::WAFv2::WebACL'))
    const [site, apis] = acls.map(({ Properties }) => [Properties.Scope, Properties.Rules[0].Statement])
    const limit = { AggregateKeyType: 'IP', Limit: 10_000, EvaluationWindowSec: 300 }
    expect(site).toEqual(['CLOUDFRONT', { RateBasedStatement: limit }])
    // CloudFront's own addresses are those of many users.
    const origins: Resource[] = config(templates).Origins
    const [header, ...others] = new Set(
      origins.flatMap(({ OriginCustomHeaders = [] }) =>
        OriginCustomHeaders.map((each: Resource) => JSON.stringify(each)),
      ),
    )
    expect(others).toEqual([])
    const { HeaderName, HeaderValue } = JSON.parse(String(header))
    expect(apis).toMatchObject([
      'REGIONAL',
      {
        RateBasedStatement: {
          ...limit,
          ScopeDownStatement: {
            NotStatement: {
              Statement: {
                ByteMatchStatement: { FieldToMatch: { SingleHeader: { Name: HeaderName } }, SearchString: HeaderValue },
              },
            },
          },
        },
      },
    ])
    expect(associations(templates)).toHaveLength(2)
    for (const { Properties } of acls)
      expect(JSON.parse(Properties.CustomResponseBodies.limited.Content)).toEqual({
        error: 'Rate limit exceeded',
        retry_after: 300,
      })
  })
})
