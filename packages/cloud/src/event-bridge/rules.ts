import type { CallAction } from '../engines/json-client.ts'
import { compilePattern, type Filter } from '../event-sources/filter.ts'
import { ruleMayInvoke } from '../iam/lambda-permissions.ts'
import { mayService } from '../iam/policy.ts'
import { isObject, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { LambdaService } from '../lambda/lambda-service.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'

/** An event as rules match it and targets receive it. */
type BusEvent = JsonObject

/** Sends an event to the targets of the bus' rules that match it. The targets that failed are logged. */
export type Publish = (busArn: string, event: BusEvent) => Promise<void>

interface Target {
  readonly arn: string
  readonly group: string | undefined
  /** Why EventBridge may not use it, or undefined if it may. */
  readonly refusal: string | undefined
}

interface Rule {
  readonly arn: string
  readonly busArn: string
  readonly matches: Filter
  readonly targets: readonly Target[]
}

interface Targets {
  readonly callSqs: CallAction
  readonly invoke: LambdaService['invoke']
  readonly log: (line: string) => void
}

/**
 * Opens the template's rules. As on AWS, a target that no resource policy opens for its rule receives nothing.
 * @throws Error for an unsupported rule or target
 */
export function openRules(resources: readonly Resource[], environment: Environment, targets: Targets): Publish {
  const rules = resources
    .filter(({ type, properties }) => type === 'AWS::Events::Rule' && textOf(properties.State) !== 'DISABLED')
    .map((rule) => ruleOf(rule, resources, environment))
  return async (busArn, event) => {
    const matching = rules.filter((rule) => rule.busArn === busArn && rule.matches(event))
    await Promise.all(
      matching.flatMap((rule) =>
        rule.targets.map(async (target) => {
          const failure = target.refusal ?? (await deliver(target, event, targets))
          if (failure) targets.log(`${rule.arn} could not invoke ${target.arn}: ${failure}`)
        }),
      ),
    )
  }
}

/** Returns the ARN of a bus that is given by its name or ARN. */
export function busArnOf(nameOrArn: string | undefined, { region, accountId }: Environment): string {
  if (nameOrArn?.startsWith('arn:')) return nameOrArn
  return `arn:aws:events:${region}:${accountId}:event-bus/${nameOrArn ?? 'default'}`
}

function ruleOf(rule: Resource, resources: readonly Resource[], environment: Environment): Rule {
  const { stack, logicalId, arn, properties } = rule
  const unsupported = (what: string) => new Error(`${stack}/${logicalId}: ${what} is not supported`)
  if (!isObject(properties.EventPattern)) throw unsupported('a rule without a pattern')
  return {
    arn,
    busArn: busArnOf(textOf(properties.EventBusName), environment),
    matches: compilePattern(properties.EventPattern),
    targets: objectsOf(properties.Targets).map((target) => {
      const [other] = Object.keys(target).filter((name) => !['Arn', 'Id', 'SqsParameters'].includes(name))
      if (other) throw unsupported(`${other} of a target`)
      const targetArn = textOf(target.Arn) ?? ''
      if (!isQueue(targetArn) && !targetArn.startsWith('arn:aws:lambda:')) throw unsupported(`the target ${targetArn}`)
      const group = textOf(objectAt(target, 'SqsParameters').MessageGroupId)
      return { arn: targetArn, group, refusal: refusalOf(targetArn, arn, resources, environment) }
    }),
  }
}

function isQueue(arn: string): boolean {
  return arn.startsWith('arn:aws:sqs:')
}

function refusalOf(
  target: string,
  ruleArn: string,
  resources: readonly Resource[],
  { accountId }: Environment,
): string | undefined {
  if (!isQueue(target))
    return ruleMayInvoke(target, ruleArn, resources) ? undefined : 'no permission of the function allows the rule'
  const queue = resources.find(({ type, arn }) => type === 'AWS::SQS::Queue' && arn === target)
  const policies = resources.filter(
    ({ type, properties }) =>
      type === 'AWS::SQS::QueuePolicy' && textsOf(properties.Queues).includes(queue?.physicalId ?? ''),
  )
  const context = new Map([
    ['aws:sourcearn', [ruleArn]],
    ['aws:sourceaccount', [accountId]],
  ])
  const request = { action: 'sqs:SendMessage', resource: target, context }
  const isAllowed = policies.some(({ properties }) =>
    mayService(properties.PolicyDocument, 'events.amazonaws.com', request),
  )
  return isAllowed ? undefined : 'no policy of the queue allows the rule'
}

/** Returns why a target did not accept an event, or undefined. Does not wait for a function. */
async function deliver(target: Target, event: BusEvent, { callSqs, invoke }: Targets): Promise<string | undefined> {
  if (!isQueue(target.arn)) {
    void invoke(target.arn, event).catch(() => undefined)
    return undefined
  }
  const QueueUrl = `http://127.0.0.1/000000000000/${target.arn.split(':').at(-1)}`
  try {
    const group = target.group && { MessageGroupId: target.group }
    await callSqs('SendMessage', { QueueUrl, MessageBody: JSON.stringify(event), ...group })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
