import { Alarm, ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern } from 'aws-cdk-lib/aws-logs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

interface GradualRolloutProps {
  readonly stage: string
  readonly lambda: LambdaFunction
}

const MINUTE = Duration.minutes(1)
/** Lines a minute. Single failures are retried, and are no reason to keep the old version. */
const MOST_ERROR_LINES = 20

/** An alias whose new versions get ten percent of the invocations more each minute, and are rolled back if they fail. */
export class GradualRollout extends Construct {
  readonly alias: Alias

  constructor(scope: Construct, id: string, { stage, lambda }: GradualRolloutProps) {
    super(scope, id)
    this.alias = new Alias(this, 'Live', { aliasName: 'live', version: lambda.currentVersion })
    const lines = lambda.logGroup
      .addMetricFilter('ErrorLines', {
        // A worker whose message fails returns it to its queue. Lambda does not count that as an error.
        filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
        metricNamespace: `Messaging/${stage}`,
        metricName: `ErrorLines-${scope.node.id}`,
      })
      .metric({ statistic: Stats.SUM, period: MINUTE })
    const alarm = new Alarm(this, 'Failing', {
      alarmDescription: 'A new version of the function fails: CodeDeploy returns to the old one.',
      metric: new MathExpression({
        label: 'failing',
        period: MINUTE,
        expression: `IF(FILL(errors, 0) > 0 || FILL(lines, 0) > ${MOST_ERROR_LINES}, 1, 0)`,
        usingMetrics: { errors: this.alias.metricErrors({ period: MINUTE }), lines },
      }),
      threshold: 0,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    const group = new LambdaDeploymentGroup(this, 'Group', {
      alias: this.alias,
      deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
      alarms: [alarm],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    })
    if (group.role)
      acknowledge(
        group.role,
        'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
        'AWS maintains the rights of its service. It may only change aliases and invoke hooks.',
      )
  }
}
