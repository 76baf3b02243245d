import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { ServiceKey } from '../constructs/service-key.ts'

export interface AlarmTopicProps {
  /** Encrypts notifications. The CDK adds a key policy for alarms, which AWS's own key for SNS cannot have. */
  readonly key: ServiceKey
  /** Subscriber, who must confirm the subscription. @default no subscription */
  readonly email?: string
}

export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { key, email }: AlarmTopicProps) {
    super(scope, id, { displayName: 'Messaging service', enforceSSL: true, masterKey: key.key })
    // A custom policy replaces the default one, which allows alarms of the account to publish.
    this.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (email) this.addSubscription(new EmailSubscription(email))
  }
}
