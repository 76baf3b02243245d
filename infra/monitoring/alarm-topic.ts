import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { ServiceKey } from '../constructs/service-key.ts'

export interface AlarmTopicProps {
  /** Encrypts what is published, and lets alarms do so by a policy that the CDK adds: AWS's own key for SNS never would. */
  readonly key: ServiceKey
  /** Who is told; they have to confirm it once. @default nobody */
  readonly email?: string
}

/** Where alarms say that they begin and that they end. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { key, email }: AlarmTopicProps) {
    super(scope, id, { displayName: 'Messaging service', enforceSSL: true, masterKey: key.key })
    // A topic that has any policy of its own loses the one by which its account's alarms may publish.
    this.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (email) this.addSubscription(new EmailSubscription(email))
  }
}
