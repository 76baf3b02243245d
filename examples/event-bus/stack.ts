import { EventBus, Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { AccountPrincipal } from 'aws-cdk-lib/aws-iam'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'

interface EventBusProps extends StackProps {
  readonly busName: string
  /** The account of the service, if it is not yours. */
  readonly serviceAccount?: string
  /** The webhook whose events the rule takes; the dashboard shows its id. `all` if the bus takes only your webhooks. */
  readonly webhookId: string
}

/** A bus that a webhook sends to, and a rule that puts customers' messages into a queue. */
export class EventBusStack extends Stack {
  constructor(scope: Construct, id: string, { busName, serviceAccount, webhookId, ...props }: EventBusProps) {
    super(scope, id, props)
    const bus = new EventBus(this, 'Bus', { eventBusName: busName })
    if (serviceAccount) bus.grantPutEventsTo(new AccountPrincipal(serviceAccount), 'Service')
    const queue = new Queue(this, 'Messages', {
      queueName: `${busName}-messages`,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: new Queue(this, 'Failed', { enforceSSL: true }), maxReceiveCount: 5 },
    })
    new Rule(this, 'CustomerMessages', {
      eventBus: bus,
      eventPattern: {
        source: ['replywright'],
        detailType: ['message.received', 'test.ping'],
        ...(webhookId !== 'all' && { resources: [`webhook/${webhookId}`] }),
      },
      targets: [new SqsQueue(queue)],
    })
    new CfnOutput(this, 'BusArn', { value: bus.eventBusArn })
    new CfnOutput(this, 'MessagesUrl', { value: queue.queueUrl })
  }
}
