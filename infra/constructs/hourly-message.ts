import type { QueueBody } from '@replywright/contract/queues.ts'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'

interface HourlyMessageProps {
  readonly description: string
  readonly queue: IQueue
  readonly body: QueueBody<'documents'>
}

/** Sends a message to a queue each hour. A message that cannot be sent is not sent later: the next one does its work. */
export class HourlyMessage extends Construct {
  constructor(scope: Construct, id: string, { description, queue, body }: HourlyMessageProps) {
    super(scope, id)
    const role = new Role(this, 'Role', {
      description: 'EventBridge Scheduler assumes it to send to the queue of documents',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      inlinePolicies: {
        Send: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] })],
        }),
      },
    })
    new CfnSchedule(this, 'Schedule', {
      description,
      scheduleExpression: 'rate(1 hour)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: queue.queueArn,
        roleArn: role.roleArn,
        input: JSON.stringify(body),
        retryPolicy: { maximumEventAgeInSeconds: 3600, maximumRetryAttempts: 10 },
      },
    })
  }
}
