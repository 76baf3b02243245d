import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'

const ALMOST_PERCENT = 80

/**
 * What the account may cost in a month. AWS sends notifications to the topic. Anomaly detection is not created here: an account has one
 * monitor of its services, which AWS creates.
 */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, { usd, topic }: { readonly usd: number; readonly topic: ITopic }) {
    super(scope, id)
    const { account } = Stack.of(this)
    topic.grantPublish(
      new ServicePrincipal('budgets.amazonaws.com', { conditions: { StringEquals: { 'aws:SourceAccount': account } } }),
    )
    const notice = (notificationType: string, threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })
    const budget = new CfnBudget(this, 'Month', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
      notificationsWithSubscribers: [notice('ACTUAL', ALMOST_PERCENT), notice('FORECASTED', 100)],
    })
    // AWS Budgets checks that it may publish.
    budget.node.addDependency(topic)
  }
}
