import { DEFAULT_DAYS } from '@replywright/contract/retention.ts'
import { Alarm, ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { PolicyDocument, PolicyStatement, type PolicyStatementProps, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Alias,
  Architecture,
  type Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type ILogGroup, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'

/** `conversations/create` → `ConversationsCreate`. */
export function pascalCase(entry: string): string {
  return entry.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the code of a function by its path below functions/: `relay`, `api/conversations/create`. */
export type FunctionCode = (entry: string) => Code

export interface ServiceFunctionProps {
  readonly settings: Settings
  readonly code: FunctionCode
  /** Path below functions/: a folder, or a route by its key in the contract. */
  readonly entry: string
  /** At most 64 characters. @default CloudFormation generates it */
  readonly functionName?: string
  readonly environment?: Readonly<Record<string, string>>
  /** @default 15 seconds */
  readonly timeout?: Duration
  /** Megabytes. @default 512 */
  readonly memorySize?: number
  /** Reserved concurrency, which is also the function's maximum. @default not reserved */
  readonly reservedConcurrency?: number
  /** @default a log group of its own */
  readonly logGroup?: ILogGroup
  /**
   * Whether it may continue a chain of its own messages. Lambda otherwise drops about the seventeenth invocation of a chain. Only for a
   * function whose own counters end each chain.
   * @default false
   */
  readonly continuesItself?: boolean
  /** Whether the setting `rollout` applies: new versions replace the old one gradually. @default at once */
  readonly followsRollout?: boolean
}

/** Creates a log group with a retention period. It is deleted with its stack. */
export function createLogGroup(scope: Construct, id: string, retention: RetentionDays): LogGroup {
  return new LogGroup(scope, id, { retention, removalPolicy: RemovalPolicy.DESTROY })
}

/** Returns the retention periods that are not the defaults. Many functions write messages or deliveries. */
function retention({ messageDays, deliveryDays }: Settings): Record<string, string> {
  return {
    ...(messageDays !== DEFAULT_DAYS.messageDays && { MESSAGE_DAYS: String(messageDays) }),
    ...(deliveryDays !== DEFAULT_DAYS.deliveryDays && { DELIVERY_DAYS: String(deliveryDays) }),
  }
}

/** A bundled function with its own role, which initially permits only writing logs. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction
  /** What event sources invoke: the function, or the alias of its rollout. */
  readonly target: IFunction
  readonly #policy = new PolicyDocument()

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id)
    const logGroup = props.logGroup ?? createLogGroup(this, 'Logs', props.settings.logRetentionDays)
    // An inline policy instead of the CDK's separate one saves a resource per function. It also exists before the
    // function and its event sources.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Access: this.#policy },
    })
    this.allow({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] })
    this.lambda = new LambdaFunction(this, 'Function', {
      ...(props.functionName !== undefined && { functionName: props.functionName }),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code(props.entry),
      timeout: props.timeout ?? Duration.seconds(15),
      memorySize: props.memorySize ?? 512,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.environment, ...retention(props.settings) },
      ...(props.continuesItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      loggingFormat: LoggingFormat.JSON,
      // Both levels log invocations that fail, time out or run out of memory.
      systemLogLevelV2: props.settings.lambdaInvocationLogs ? SystemLogLevel.INFO : SystemLogLevel.WARN,
      logGroup,
      role,
    })
    const { stage, rollout } = props.settings
    this.target =
      props.followsRollout && rollout === 'gradual'
        ? new GradualRollout(this, 'Rollout', { stage, lambda: this.lambda }).alias
        : this.lambda
  }

  /** Adds `statement` to the function's policy and `variables` to its environment. */
  allow(statement: PolicyStatementProps, variables: Readonly<Record<string, string>> = {}): void {
    this.#policy.addStatements(new PolicyStatement(statement))
    for (const [name, value] of Object.entries(variables)) this.lambda.addEnvironment(name, value)
  }
}

interface GradualRolloutProps {
  readonly stage: string
  readonly lambda: LambdaFunction
}

const MINUTE = Duration.minutes(1)
/** Lines a minute. Single failures are retried, and are no reason to keep the old version. */
const MOST_ERROR_LINES = 20

/** An alias whose new versions get ten percent of the invocations more each minute, and are rolled back if they fail. */
class GradualRollout extends Construct {
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
