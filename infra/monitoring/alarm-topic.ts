import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'

interface AlarmTopicProps {
  /**
   * Encrypts notifications. The CDK adds a key policy for alarms, which AWS's own key for SNS cannot have.
   * @default not encrypted
   */
  readonly masterKey?: IKey
  /** Subscriber, who must confirm the subscription. `''`: no subscription. */
  readonly email: string
}

/** Receives the alarms of its account and region. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { masterKey, email }: AlarmTopicProps) {
    // Alarms cannot use AWS's own key for SNS, nor a key whose policy this deployment does not write.
    super(scope, id, { displayName: 'Messaging service', enforceSSL: true, ...(masterKey && { masterKey }) })
    // A custom policy replaces the default one, which allows alarms of the account to publish.
    this.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    if (email) this.addSubscription(new EmailSubscription(email))
  }
}
