import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

interface CheckSchedulesProps {
  readonly target: IQueue
}

/** One-time schedules that each send a message to one queue, and are then deleted. */
export class CheckSchedules extends Construct {
  /** Receives messages that EventBridge Scheduler could not send to the target. */
  readonly deadLetters: Queue
  readonly groupName: string
  readonly #group: CfnScheduleGroup
  readonly #role: Role
  readonly #target: IQueue

  constructor(scope: Construct, id: string, { target }: CheckSchedulesProps) {
    super(scope, id)
    this.#target = target
    this.#group = new CfnScheduleGroup(this, 'Group')
    this.groupName = this.#group.ref
    this.deadLetters = new Queue(this, 'DeadLetters', { enforceSSL: true, retentionPeriod: Duration.days(14) })
    acknowledge(
      this.deadLetters,
      'AwsSolutions-SQS3',
      'This is a dead-letter queue itself. Only operators remove its messages.',
    )
    this.#role = new Role(this, 'Role', {
      description: 'EventBridge Scheduler assumes it to send to the queue',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account, 'aws:SourceArn': this.#group.attrArn },
        },
      }),
      inlinePolicies: {
        Send: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['sqs:SendMessage'],
              resources: [target.queueArn, this.deadLetters.queueArn],
            }),
          ],
        }),
      },
    })
  }

  /** Allows `user` to create schedules of this group, and adds their parameters to its environment. */
  grantCreate(user: ServiceFunction): void {
    const stack = Stack.of(this)
    const schedules = stack.formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.#group.ref}/*`,
    })
    user.allow(
      { actions: ['scheduler:CreateSchedule'], resources: [schedules] },
      {
        SCHEDULE_GROUP: this.#group.ref,
        SCHEDULE_ROLE_ARN: this.#role.roleArn,
        SCHEDULE_TARGET_ARN: this.#target.queueArn,
        SCHEDULE_DEAD_LETTERS_ARN: this.deadLetters.queueArn,
      },
    )
    user.allow({
      actions: ['iam:PassRole'],
      resources: [this.#role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    })
    acknowledge(
      user,
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<${stack.resolve(this.#group.logicalId)}>/*]`,
      'The name of each schedule derives from its purpose and time.',
    )
  }
}
