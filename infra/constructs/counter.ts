import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { Duration } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts'
import type { ServiceTable } from './service-table.ts'

/** Prefix of the keys of deliveries, and of the counters. */
const DELIVERIES = 'd#'
const COUNTERS = 'statistics#'
/** Prefix of the keys of conversations with their messages, and the sort key of the check whether these have expired. */
const CONVERSATIONS = 'c#'
const EXPIRY = 'expiry'
/** Prefix of the sort keys of messages, and of the keys of bills. */
const MESSAGES = 'm#'
const BILLS = 'bill#'

interface CounterProps extends Pick<ServiceFunctionProps, 'settings' | 'code' | 'entry'> {
  readonly table: ServiceTable
}

/**
 * Counts new deliveries and changed results by webhook and hour, and delivered messages by number and month, and deletes conversations whose messages have expired.
 * It is the second reader of the stream; DynamoDB supports two.
 * A batch that fails is retried until its records expire after 24 hours: its content cannot fail, only the table.
 */
export class Counter extends ServiceFunction {
  readonly mapping: EventSourceMapping

  constructor(scope: Construct, id: string, { table, ...props }: CounterProps) {
    super(scope, id, {
      ...props,
      environment: { STAGE: props.settings.stage, RATE_CARD: props.settings.rateCard },
      timeout: Duration.seconds(60),
      memorySize: 256,
    })
    table.grantStreamRead(this)
    table.grantBelow(this, ['dynamodb:UpdateItem'], [COUNTERS, 'count#', CONVERSATIONS])
    table.grantBelow(this, ['dynamodb:GetItem'], [CONVERSATIONS, 'customer#', 'name#', 'o#', BILLS])
    table.grantBelow(this, ['dynamodb:Query'], [CONVERSATIONS])
    // A customer without another conversation expires.
    table.grantBelow(this, ['dynamodb:PutItem'], [CONVERSATIONS, 'customer#', 'name#', BILLS])
    table.grantBelow(this, ['dynamodb:DeleteItem'], [CONVERSATIONS])
    this.lambda.addEnvironment('TABLE_NAME', table.table.tableName)
    const delivery = { Keys: { pk: { S: FilterRule.beginsWith(DELIVERIES) } } }
    const isNoTest = { e: { S: [{ 'anything-but': ['test.ping'] }] } }
    this.mapping = new EventSourceMapping(this, 'Mapping', {
      target: this.lambda,
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.LATEST,
      batchSize: 1000,
      // Deliveries of the window cost one write for each webhook.
      maxBatchingWindow: Duration.seconds(props.settings.statisticsDelaySeconds),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { ...delivery, NewImage: { n: { N: FilterRule.isEqual('0') }, ...isNoTest } },
        }),
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('MODIFY'),
          dynamodb: { ...delivery, NewImage: { y: { S: FilterRule.exists() }, ...isNoTest } },
        }),
        FilterCriteria.filter({
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: {
            Keys: { pk: { S: FilterRule.beginsWith(CONVERSATIONS) }, sk: { S: FilterRule.beginsWith(MESSAGES) } },
            // It has a charge that is not billed.
            NewImage: { cg: { M: { n: { S: FilterRule.exists() } } }, ba: { N: FilterRule.notExists() } },
          },
        }),
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('REMOVE'),
          userIdentity: { principalId: FilterRule.isEqual('dynamodb.amazonaws.com') },
          dynamodb: {
            Keys: { pk: { S: FilterRule.beginsWith(CONVERSATIONS) }, sk: { S: FilterRule.isEqual(EXPIRY) } },
          },
        }),
      ],
      retryAttempts: -1,
    })
  }
}
