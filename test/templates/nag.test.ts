import { Validations } from 'aws-cdk-lib/core'
import { AwsSolutionsChecks } from 'cdk-nag'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildTestStacks, OWN_DOMAINS } from '../infra/stacks.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns the findings of cdk-nag, including warnings, as `rule path`. */
function findings(context: Readonly<Record<string, unknown>>): string[] {
  const { app } = buildTestStacks(context)
  const { violations } = new AwsSolutionsChecks(app).validateScope(app)
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  )
}

describe('cdk-nag', () => {
  // With its own key apart: without that key, a finding can differ.
  test.each([
    {},
    { stage: 'local' },
    { customerManagedEncryption: true },
    {
      ...OWN_DOMAINS,
      webAcl: true,
      canary: true,
      mailFrom: 'no-reply@example.com',
      ingress: 'api',
      rollout: 'gradual',
      threatProtection: true,
      siteDistributionId: 'E1ABCDEF234567',
      siteWebAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/1',
      quietHours: 6,
      monthlyBudgetUsd: 100,
      guardrails: 'bedrock',
      transcribeLanguages: 'en-US,es-US',
      embeddingModel: 'bedrock:amazon.titan-embed-text-v2:0',
      scanModel: 'bedrock:eu.amazon.nova-lite-v1:0',
      tableBilling: 'provisioned',
      eventBusArns: 'arn:aws:events:eu-west-1:111122223333:event-bus/shop=*',
      backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies',
      '@aws-cdk/core:bootstrapQualifier': 'custom',
    },
  ])('finds nothing with %o', (context) => {
    expect(findings(context)).toEqual([])
  })

  test('would find each problem that is acknowledged', () => {
    const of = vi.spyOn(Validations, 'of')
    const acknowledge = vi.spyOn(Validations.prototype, 'acknowledge').mockReturnValue()
    const found = findings({})
    const acknowledged = acknowledge.mock.calls.map(([rule], call) => {
      const scope = of.mock.calls.find((_, index) => of.mock.results[index]?.value === acknowledge.mock.contexts[call])
      return `${rule?.id} ${scope?.[0].node.path}/`
    })
    expect(acknowledged.length).toBeGreaterThan(0)
    for (const prefix of acknowledged)
      expect(
        found.some((finding) => finding.startsWith(prefix)),
        prefix,
      ).toBe(true)
  })
})
