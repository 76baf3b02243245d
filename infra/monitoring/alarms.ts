import { isTicket, sectionOf } from '@replywright/contract/alarms.ts'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

interface AlarmsProps {
  readonly stage: string
  /** Receives alarms that need somebody at once: the service fails. */
  readonly pages: ITopic
  /** Receives alarms that can wait. */
  readonly tickets: ITopic
}

interface AlarmOptions {
  readonly metric: IMetric
  readonly above: number
  /** How many of the last three periods must be above the threshold. 1 evaluates the last period only. @default 1 */
  readonly ofThree?: 1 | 2 | 3
  /** The number of consecutive periods that must all be above the threshold, instead of `ofThree`. */
  readonly periods?: number
  /** The cause, and what to do. */
  readonly description: string
  /** @default NOT_BREACHING */
  readonly missing?: TreatMissingData
}

/** The alarms of one deployment: `Messaging-<stage>-<name>`. docs/operations.md has a section for each. */
export class Alarms extends Construct {
  readonly all: Alarm[] = []
  readonly #stage: string
  readonly #page: SnsAction
  readonly #ticket: SnsAction

  constructor(scope: Construct, id: string, { stage, pages, tickets }: AlarmsProps) {
    super(scope, id)
    this.#stage = stage
    this.#page = new SnsAction(pages)
    this.#ticket = new SnsAction(tickets)
  }

  /** `name` is the section in the runbook, optionally followed by a dash and the resource. */
  add(
    name: string,
    { metric, above, ofThree = 1, periods, description, missing = TreatMissingData.NOT_BREACHING }: AlarmOptions,
  ): void {
    const alarm = new Alarm(this, name, {
      // Mails show the name. A fixed name is safe: only a change of the name makes CloudFormation replace an alarm.
      alarmName: `Messaging-${this.#stage}-${name}`,
      alarmDescription: `${description} See "${sectionOf(name)}" in docs/operations.md.`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods ?? (ofThree === 1 ? 1 : 3),
      datapointsToAlarm: periods ?? ofThree,
      treatMissingData: missing,
    })
    const action = isTicket(name) ? this.#ticket : this.#page
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
    this.all.push(alarm)
  }
}
