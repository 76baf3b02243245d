import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'

/** Builds an app whose function stores each message of a queue in a table. */
export function queueToTable(outdir = 'cdk.out'): App {
  const app = new App({ outdir, analyticsReporting: false })
  const stack = new Stack(app, 'Orders')
  const table = new TableV2(stack, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } })
  const worker = new Lambda(stack, 'Worker', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(join(import.meta.dirname, 'worker')),
    environment: { TABLE_NAME: table.tableName },
  })
  const queue = new Queue(stack, 'Queue')
  worker.addEventSource(new SqsEventSource(queue))
  table.grantWriteData(worker)
  return app
}
