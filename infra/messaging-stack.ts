import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { DeliveryQueue } from './constructs/delivery-queue.ts'
import { Relay } from './constructs/relay.ts'
import { type FunctionCode, ServiceFunction } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'
import type { Settings } from './settings.ts'

export interface MessagingStackProps extends StackProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly data: DataStack
  /** Where clients find the API: URLs in webhook payloads begin with it. */
  readonly publicBaseUrl: string
}

/** The way of a message: the provider's door, the relay behind the table, the workers behind their queues. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, { settings, code, data, publicBaseUrl, ...props }: MessagingStackProps) {
    super(scope, id, { description: 'Messaging service: ingress, relay and delivery', ...props })

    const ingress = new ServiceFunction(this, 'Ingress', {
      settings,
      code,
      entry: 'ingress',
      timeout: Duration.seconds(20),
      environment: {
        STAGE: settings.stage,
        SERVICE_WINDOW_SECONDS: String(settings.serviceWindowSeconds),
        PUBLIC_BASE_URL: publicBaseUrl,
      },
    })
    data.table.grant(ingress, [
      'dynamodb:ConditionCheckItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ])
    data.key.grantDecrypt(ingress, 'provider-app')
    // The provider cannot sign for AWS; the function itself verifies the provider's signature.
    const ingressUrl = ingress.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE })

    const deliver = new ServiceFunction(this, 'Deliver', {
      settings,
      code,
      entry: 'deliver',
      // One attempt takes at most 10 s, and a batch is attempted in parallel.
      timeout: Duration.seconds(30),
      environment: {
        STAGE: settings.stage,
        RETRY_DELAYS_SECONDS: settings.retryDelaysSeconds.join(','),
        ALLOW_PRIVATE_DESTINATIONS: String(settings.allowPrivateDestinations),
      },
    })
    data.table.grant(deliver, ['dynamodb:GetItem', 'dynamodb:UpdateItem'])
    data.key.grantDecrypt(deliver, 'webhook-signing')
    const deliveries = new DeliveryQueue(this, 'Deliveries', {
      worker: deliver,
      attempts: settings.retryDelaysSeconds.length + 1,
      maximumConcurrency: settings.deliverMaximumConcurrency,
    })

    const relay = new Relay(this, 'Relay', {
      settings,
      code,
      entry: 'relay',
      table: data.table,
      ...(data.encryptionKey && { encryptionKey: data.encryptionKey }),
    })
    relay.addQueue('deliveries', deliveries.queue)

    new CfnOutput(this, 'IngressUrl', { value: ingressUrl.url })
    new CfnOutput(this, 'DeliveriesQueueUrl', { value: deliveries.queue.queueUrl })
    new CfnOutput(this, 'DeliveriesDeadLetterQueueUrl', { value: deliveries.deadLetters.queueUrl })
    new CfnOutput(this, 'RelayDeadQueueUrl', { value: relay.dead.queueUrl })
  }
}
