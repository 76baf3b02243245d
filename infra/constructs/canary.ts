import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { DataStack } from '../data-stack.ts'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'

interface CanaryProps extends Pick<ServiceFunctionProps, 'settings' | 'code'> {
  readonly data: DataStack
  readonly ingressUrl: string
}

/** Sends a customer's message to the ingress every five minutes. It may only read and decrypt the settings of the provider. */
export class Canary extends ServiceFunction {
  constructor(scope: Construct, id: string, { data, ingressUrl, ...props }: CanaryProps) {
    super(scope, id, {
      ...props,
      entry: 'canary',
      memorySize: 256,
      environment: {
        STAGE: props.settings.stage,
        TABLE_NAME: data.table.table.tableName,
        INGRESS_URL: ingressUrl,
      },
    })
    data.table.grantBelow(this, ['dynamodb:GetItem'], ['settings'])
    data.key.grantDecrypt(this, 'provider-app')
    // The alarm counts messages that do not return, so a failed one is not repeated.
    this.lambda.configureAsyncInvoke({ retryAttempts: 0 })
    const role = new Role(this, 'ScheduleRole', {
      description: 'EventBridge Scheduler assumes it to invoke the canary',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      inlinePolicies: {
        Invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.lambda.functionArn] }),
          ],
        }),
      },
    })
    new CfnSchedule(this, 'Schedule', {
      description: 'Sends the message of the canary',
      scheduleExpression: 'rate(5 minutes)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: this.lambda.functionArn,
        roleArn: role.roleArn,
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    })
  }
}
